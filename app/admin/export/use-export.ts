import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exporting } from '../../../content/exporting.ts';
import { actionError } from '../api/failure-text.ts';
import { ListMoved } from './export-rows.ts';
import { type Exported, type ExportRequest, writeExport } from './write-export.ts';

export type ExportState =
  | { phase: 'idle' | 'empty' | 'cancelled' }
  | { phase: 'running'; rows: number }
  | { phase: 'done'; name: string; rows: number }
  | { phase: 'failed'; text: string };

/** One export at a time; stopped when its dialog closes. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(request: ExportRequest) {
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', rows: 0 });
    try {
      const exported = await writeExport(
        client,
        request,
        controller.signal,
        (rows) => controller.signal.aborted || setState({ phase: 'running', rows }),
      );
      if (!exported) return setState({ phase: 'empty' });
      save(exported);
      setState({ phase: 'done', name: exported.name, rows: exported.rows });
    } catch (error) {
      if (controller.signal.aborted) return;
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

function save({ file, name }: Exported): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
