import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { type EnrolmentFilter, PAGE_SIZES, type PageCursor } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useSlow } from '../controls/Loading.tsx';

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

type RangeProps = {
  shown: ShownPage;
  line: RefObject<HTMLDivElement | null>;
  onGo: (cursor: PageCursor) => void;
  children: ReactNode;
};

/**
 * Which rows are shown, or `children` when there are none; beside it, where there is
 * room, the page before and after. Always rendered, so that screen readers announce every
 * change. Takes the focus when another page arrives; the caller gives it the focus when
 * a pressed button disappears. In the head of the table 'Mostrando' is for screen readers alone.
 */
export function ListRange({ shown, line, onGo, children }: RangeProps) {
  const seen = useRef(shown.cursor.page);
  const { before, after } = cursorsAround(shown);

  useEffect(() => {
    if (seen.current !== shown.cursor.page) line.current?.focus({ preventScroll: true }); // the layout scrolls
    seen.current = shown.cursor.page;
  }, [shown.cursor.page, line]);

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
  if (shown.rows.length === 0)
    return (
      <div className="range">
        <div tabIndex={-1} ref={line} role="status">
          {children}
        </div>
      </div>
    );
  return (
    <div className="range range--rows line between small gap-2">
      <div className="range__words numbers" tabIndex={-1} ref={line} role="status">
        <span className="range__word">Mostrando </span>
        {shownRange(shown)}
      </div>
      <div className="range__turns line no-print">
        {turn(desk.pageBefore, 'back', before)}
        {turn(desk.pageAfter, 'forward', after)}
      </div>
    </div>
  );
}

type PagingProps = {
  shown: ShownPage;
  waiting: boolean;
  onGo: (cursor: PageCursor) => void;
  onSize: (size: EnrolmentFilter['size']) => void;
};

export function ListPaging({ shown, waiting, onGo, onSize }: PagingProps) {
  const id = useId();
  const slow = useSlow(waiting);
  const { before, after, last } = cursorsAround(shown);
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
          value={shown.size}
          onChange={(event) => onSize(PAGE_SIZES.find((size) => String(size) === event.target.value) ?? 25)}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <SecondaryButton disabled={!before} onClick={() => before && onGo(before)}>
        Anterior
      </SecondaryButton>
      <SecondaryButton disabled={!after} onClick={() => after && onGo(after)}>
        Próxima
      </SecondaryButton>
      <SecondaryButton disabled={!last} onClick={() => last && onGo(last)}>
        Última
      </SecondaryButton>
    </nav>
  );
}
