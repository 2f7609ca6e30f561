import { type ReactNode, useEffect, useId, useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { PAGE_SIZES, type PageCursor } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useSlow } from '../controls/Loading.tsx';
import { focusRange } from './toolbar/list-focus.ts';
import type { ShownList } from './use-shown-list.ts';

/** The page on the screen: its cursor, its rows, and the total once it is counted. */
export type ShownPage = {
  cursor: PageCursor;
  rows: readonly { id: string }[];
  more: boolean;
  size: number;
  count: number | undefined;
};

/** The number of the first row; null on the last page until the rows are counted. */
const firstOf = ({ cursor, rows, size, count }: ShownPage): number | null => {
  if (!cursor.last) return (cursor.page - 1) * size + 1;
  return count === undefined ? null : count - rows.length + 1;
};

/** `26–50 de 132`: what is shown. */
export function shownRange(page: ShownPage): string {
  const rows = page.rows.length;
  const first = firstOf(page);
  if (first === null) return `as últimas ${rows}`;
  const total = page.count === undefined ? '' : ` de ${page.count.toLocaleString('pt-BR')}`;
  return `${first.toLocaleString('pt-BR')}–${(first + rows - 1).toLocaleString('pt-BR')}${total}`;
}

/** The number of the first row, null where it is not known, and the total in words, '' until it is counted. */
export const numbersOf = (page: ShownPage | null): { first: number | null; total: string } => ({
  first: page && firstOf(page),
  total: page?.count?.toLocaleString('pt-BR') ?? '',
});

type Ways = Record<'before' | 'after' | 'last', PageCursor | null>;

/**
 * The page that each button leads to, or null. A page is read from the row next to it, so that no row is
 * skipped or repeated when others arrive.
 */
export function cursorsAround({ cursor, rows, more, size, count }: ShownPage): Ways {
  const { page } = cursor;
  const readBackwards = Boolean(cursor.last || cursor.before);
  const lastPage = Math.ceil((count ?? 0) / size);
  const isLast = readBackwards ? Boolean(cursor.last) : !more;
  return {
    before: page <= 1 ? null : page === 2 ? { page: 1 } : { page: page - 1, before: rows[0]?.id },
    after: isLast ? null : { page: page + 1, after: rows.at(-1)?.id },
    last: isLast || lastPage <= page + 1 ? null : { page: lastPage, last: true },
  };
}

type RangeProps = { page: ShownPage; onGo: (cursor: PageCursor) => void; children: ReactNode };

/**
 * Which rows are shown, or `children` when there are none; beside it, where there is
 * room, the page before and after. Always rendered, so that screen readers announce every
 * change. Takes the focus when another page arrives. In the head of the table 'Mostrando' is for screen readers alone.
 */
export function ListRange({ page, onGo, children }: RangeProps) {
  const seen = useRef(page.cursor.page);
  const { before, after } = cursorsAround(page);

  useEffect(() => {
    if (seen.current !== page.cursor.page) focusRange({ preventScroll: true }); // the layout scrolls
    seen.current = page.cursor.page;
  }, [page.cursor.page]);

  const turn = (words: string, icon: 'back' | 'forward', cursor: PageCursor | null) => (
    <button
      type="button"
      className="tool tool--icon"
      aria-label={words}
      disabled={!cursor}
      onClick={() => cursor && onGo(cursor)}
    >
      <Icon name={icon} />
    </button>
  );
  if (page.rows.length === 0)
    return (
      <div className="range">
        <div tabIndex={-1} role="status">
          {children}
        </div>
      </div>
    );
  return (
    <div className="range range--rows line between small gap-2">
      <div className="range__words numbers" tabIndex={-1} role="status">
        <span className="range__word">Mostrando </span>
        {shownRange(page)}
      </div>
      <div className="range__turns line no-print">
        {turn(desk.pageBefore, 'back', before)}
        {turn(desk.pageAfter, 'forward', after)}
      </div>
    </div>
  );
}

const TURNS = [
  ['before', 'Anterior'],
  ['after', 'Próxima'],
  ['last', 'Última'],
] as const;

/** Below the list: how many rows a page has, and the other pages. */
export function ListPaging({ page, shown }: { page: ShownPage; shown: ShownList }) {
  const id = useId();
  const waiting = shown.list.isPending;
  const slow = useSlow(waiting);
  const ways = cursorsAround(page);
  return (
    <nav className="paging row gap-3 no-print" aria-label="Páginas da lista">
      <p className="line gap-2" role="status">
        {waiting && (
          <>
            <Spinner /> {admin.loading} {slow && admin.slow}
          </>
        )}
      </p>
      <div className="paging__size line gap-2">
        <label htmlFor={id}>{desk.pageSize}</label>
        <select
          className="field__input"
          id={id}
          value={page.size}
          onChange={({ target }) =>
            shown.go({ ...shown.filter, size: PAGE_SIZES[target.selectedIndex] ?? PAGE_SIZES[0] })
          }
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      {TURNS.map(([way, words]) => {
        const to = ways[way];
        return (
          <SecondaryButton key={way} disabled={!to} onClick={() => to && shown.turnTo(to)}>
            {words}
          </SecondaryButton>
        );
      })}
    </nav>
  );
}
