import { useState } from 'react';
import { printAndExport } from '../../../content/print-export.ts';
import { nameOf, type StoredEnrolment } from '../../../domain/desk/sheet.ts';

/** Which enrolments are ticked, by id. */
export type Selection = {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (rows: readonly StoredEnrolment[]) => void;
};

/** The selection on the current page. Another `page` (its place, filter and order) starts with none. */
export function useSelection(page: string): Selection {
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

/** The tick-box of a row, in the cell of its name. Source: docs/ux.md §7 ('Bulk'). */
export function Tick({ row, selection }: { row: StoredEnrolment; selection: Selection }) {
  return (
    <label className="tick no-print">
      <input
        type="checkbox"
        aria-label={printAndExport.select(nameOf(row))}
        checked={selection.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  );
}

/** The tick-box of the whole page, in the table's head; half on while only some rows are. */
export function TickAll({ rows, selection }: { rows: readonly StoredEnrolment[]; selection: Selection }) {
  const ticked = rows.filter(({ id }) => selection.has(id)).length;
  const all = ticked > 0 && ticked === rows.length;
  return (
    <label className="tick no-print">
      <input
        type="checkbox"
        aria-label={all ? printAndExport.deselectAll : printAndExport.selectAll}
        checked={all}
        onChange={() => selection.set(all ? [] : rows)}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && !all;
        }}
      />
    </label>
  );
}
