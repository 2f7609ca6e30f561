import { useState } from 'react';
import { handOver } from '../../content/hand-over.ts';
import { NOT_GIVEN, type Registration } from '../../domain/sheet.ts';

/** Which registrations are ticked, by id. */
export type Marked = {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (rows: readonly Registration[]) => void;
};

/** Ticks of the page that is shown. They go with it: another `page` (its place, filter and order) begins with none. */
export function useMarked(page: string): Marked {
  const [ticked, setTicked] = useState({ page, ids: [] as readonly string[] });
  if (ticked.page !== page) setTicked({ page, ids: [] });

  const change = (next: (ids: readonly string[]) => readonly string[]) =>
    setTicked((now) => ({ ...now, ids: next(now.ids) }));
  return {
    has: (id) => ticked.ids.includes(id),
    toggle: (id) => change((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    set: (rows) => change(() => rows.map(({ id }) => id)),
  };
}

/** The tick of a row, inside the cell of its name. Source: ux.md §7 (bulk). */
export function Tick({ row, marked }: { row: Registration; marked: Marked }) {
  const name = String(row.nome_completo ?? '').trim() || NOT_GIVEN;
  return (
    <label className="tick no-print">
      <input
        type="checkbox"
        aria-label={handOver.mark(name)}
        checked={marked.has(row.id)}
        onChange={() => marked.toggle(row.id)}
      />
    </label>
  );
}
