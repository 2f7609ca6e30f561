import { useId } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { type EnrolmentFilter, PAGE_SIZES, type PageCursor } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useSlow } from '../controls/use-slow.ts';

/** The page on the screen: its cursor, the ids of its rows, and the total once it is counted. */
export type ShownPage = {
  cursor: PageCursor;
  ids: string[];
  more: boolean;
  size: number;
  count: number | undefined;
};

/** The number of the first row; null on the last page until the rows are counted. */
const firstOf = ({ cursor, ids, size, count }: ShownPage): number | null => {
  if (!cursor.last) return (cursor.page - 1) * size + 1;
  return count === undefined ? null : count - ids.length + 1;
};

/** `Mostrando 26–50 de 132`. */
export function shownRange(page: ShownPage): string {
  const rows = page.ids.length;
  const first = firstOf(page);
  if (first === null) return `Mostrando as últimas ${rows}`;
  const total = page.count === undefined ? '' : ` de ${page.count.toLocaleString('pt-BR')}`;
  return `Mostrando ${first.toLocaleString('pt-BR')}–${(first + rows - 1).toLocaleString('pt-BR')}${total}`;
}

/** The number of the first row, null where it is not known, and the total in words, '' until it is counted. */
export const numbersOf = (page: ShownPage | null): { first: number | null; total: string } => ({
  first: page && firstOf(page),
  total: page?.count?.toLocaleString('pt-BR') ?? '',
});

/**
 * The page that each button leads to, or null. A page is read from the row next to it, so that no row is
 * skipped or repeated when others arrive.
 */
export function cursorsAround({ cursor, ids, more, size, count }: ShownPage): {
  before: PageCursor | null;
  after: PageCursor | null;
  last: PageCursor | null;
} {
  const { page } = cursor;
  const readBackwards = Boolean(cursor.last || cursor.before);
  const lastPage = Math.ceil((count ?? 0) / size);
  const isLast = readBackwards ? Boolean(cursor.last) : !more;
  return {
    before: page <= 1 ? null : page === 2 ? { page: 1 } : { page: page - 1, before: ids[0] },
    after: isLast ? null : { page: page + 1, after: ids.at(-1) },
    last: isLast || lastPage <= page + 1 ? null : { page: lastPage, last: true },
  };
}

type Props = {
  shown: ShownPage;
  waiting: boolean;
  onGo: (cursor: PageCursor) => void;
  onSize: (size: EnrolmentFilter['size']) => void;
};

export function ListPaging({ shown, waiting, onGo, onSize }: Props) {
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
