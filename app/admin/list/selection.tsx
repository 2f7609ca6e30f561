import { useState } from 'react';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';

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

type TickProps = { label: string; on: boolean; half?: boolean; onChange: () => void };

/** The tick-box of a row, or of the whole page in the table's head; half on while only some rows are. Source: docs/ux.md §7 ('Bulk'). */
export function Tick({ label, on, half = false, onChange }: TickProps) {
  return (
    <label className="tick no-print">
      <input
        type="checkbox"
        aria-label={label}
        checked={on}
        onChange={onChange}
        ref={(box) => {
          if (box) box.indeterminate = half;
        }}
      />
    </label>
  );
}
