import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exporting } from '../../../content/exporting.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { cellOf, EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { recordExport } from '../api/audit.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import { exportedRow, exportRows, ListMoved } from './export-rows.ts';
import { type ExportFormat, emptyFile } from './write-export.ts';

export type ExportState =
  | { phase: 'idle' | 'empty' | 'cancelled' }
  | { phase: 'running'; rows: number }
  | { phase: 'done'; name: string; rows: number }
  | { phase: 'failed'; text: string };

type ExportRequest = {
  filter: EnrolmentFilter;
  /** These alone, as the list has them, instead of all that the filter finds. */
  rows?: readonly ListedEnrolment[];
  columns: readonly ExportName[];
  format: ExportFormat;
  /** What for, by its code; null where the role need not say. */
  reason: string | null;
};

/** One export at a time, recorded before its file is there; stopped when its dialog closes. */
export function useExport() {
  const client = useQueryClient();
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start({ filter, rows: ticked, columns, format, reason }: ExportRequest) {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ phase: 'running', rows: 0 });
    try {
      const chosen = EXPORT_COLUMNS.filter(({ name }) => columns.includes(name));
      const headings = chosen.map(({ label }) => label);
      const spreadsheet = await emptyFile(format, headings);
      let rows = 0;
      const pages = ticked ? [ticked.map(exportedRow)] : exportRows(client, filter, columns, signal);
      for await (const page of pages) {
        signal.throwIfAborted();
        spreadsheet.add(page.map((row) => chosen.map(({ name }) => cellOf(row, name))));
        rows += page.length;
        setState({ phase: 'running', rows });
      }
      if (rows === 0) return setState({ phase: 'empty' });
      const file = spreadsheet.end();
      await recordExport(rows, [...new Set(chosen.map(({ column }) => column))], reason);
      signal.throwIfAborted();
      const name = `inscricoes-${todayInBrazil()}.${format}`;
      save(file, name);
      setState({ phase: 'done', name, rows });
    } catch (error) {
      if (signal.aborted) return;
      setState({ phase: 'failed', text: error instanceof ListMoved ? exporting.moved : actionError(error) });
    }
  }

  function stop() {
    running.current?.abort();
    setState({ phase: 'cancelled' });
  }

  return { state, start, stop };
}

/** How long a browser may take to start saving a link's file. */
const SAVING_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
