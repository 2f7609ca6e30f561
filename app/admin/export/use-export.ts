import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { exporting } from '../../../content/exporting.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { cellOf, EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import type { Alert } from '../../ui/Alert.tsx';
import { recordExport } from '../api/audit.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import type { SpreadsheetFile } from './csv-file.ts';
import { exportedRow, exportRows } from './export-rows.ts';

/** The file of each format, whose code is loaded on demand. */
const FILES = {
  xlsx: async (headings: string[]) => (await import('./xlsx-file.ts')).xlsxFile(headings, exporting.sheet),
  csv: async (headings: string[]) => (await import('./csv-file.ts')).csvFile(headings),
} satisfies Record<string, (headings: string[]) => Promise<SpreadsheetFile>>;

/** The columns that nobody has to choose: all that are not sensitive. */
export const BASIC = EXPORT_COLUMNS.flatMap(({ name, sensitive }) => (sensitive ? [] : [name]));

/**
 * What somebody chose. `reason`: what for, by its code; '' where the role need not say. `columns` and `csv` count
 * where columns are chosen.
 */
export type Wanted = {
  reason: keyof typeof exporting.reasons | '';
  which: keyof typeof exporting.whiches;
  columns: readonly ExportName[];
  csv: boolean;
};

/**
 * Exports `ticked`, as the list has them, or all that the filter finds: one at a time, recorded before its file is
 * there, stopped when its dialog closes. `written`: how many rows the running one has so far; `said`: what became of
 * the last one.
 */
export function useExport(filter: EnrolmentFilter, ticked: readonly ListedEnrolment[] | undefined) {
  const client = useQueryClient();
  const [written, setWritten] = useState<number | null>(null);
  const [said, say] = useState<ComponentProps<typeof Alert> | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start({ reason, ...wanted }: Wanted) {
    const { columns, csv } = wanted.which === 'basic' ? { columns: BASIC, csv: false } : wanted;
    const format = csv ? 'csv' : 'xlsx';
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    say(null);
    setWritten(0);
    try {
      const chosen = EXPORT_COLUMNS.filter(({ name }) => columns.includes(name));
      const spreadsheet = await FILES[format](chosen.map(({ label }) => label));
      let rows = 0;
      const pages = ticked ? [ticked.map(exportedRow)] : exportRows(client, filter, columns, signal);
      for await (const page of pages) {
        signal.throwIfAborted();
        spreadsheet.add(page.map((row) => chosen.map(({ name }) => cellOf(row, name))));
        rows += page.length;
        setWritten(rows);
      }
      if (rows === 0) return say({ tone: 'info', title: exporting.nothing });
      const file = spreadsheet.end();
      await recordExport(rows, [...new Set(chosen.map(({ column }) => column))], reason || null);
      signal.throwIfAborted();
      const name = `inscricoes-${todayInBrazil()}.${format}`;
      save(file, name);
      say({ tone: 'success', title: exporting.done(name, rows) });
    } catch (error) {
      if (!signal.aborted) say({ title: exporting.failed, children: actionError(error) });
    } finally {
      setWritten(null);
    }
  }

  function stop() {
    running.current?.abort();
    setWritten(null);
    say({ tone: 'info', title: exporting.cancelled });
  }

  return { written, said, start, stop };
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
