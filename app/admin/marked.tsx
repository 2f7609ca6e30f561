import { useCallback } from 'react';
import { handOver } from '../../content/hand-over.ts';
import { NOT_GIVEN, type Registration } from '../../domain/sheet.ts';
import { useKept } from './kept.ts';

/** Which registrations are ticked, by id. */
export type Marked = {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (rows: readonly Registration[]) => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Ticks of the list; a row that is no longer shown keeps its tick, unseen. */
export function useMarked(): Marked {
  const [ids = NONE, setIds] = useKept<ReadonlySet<string>>('marcadas');
  const toggle = useCallback(
    (id: string) =>
      setIds((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [setIds],
  );
  const set = useCallback(
    (rows: readonly Registration[]) => setIds(new Set(rows.map(({ id }) => id))),
    [setIds],
  );
  return { has: (id) => ids.has(id), toggle, set };
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
