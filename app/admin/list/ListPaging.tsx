import { useId } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { type EnrolmentFilter, PAGE_SIZES, type PageCursor } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Count } from '../api/enrolments.ts';
import { useSlow } from '../controls/use-slow.ts';
import { countInWords } from './toolbar/row-count.ts';

/** The page on the screen: its cursor, the ids of its rows, and the total once it is counted. */
export type ShownPage = {
  cursor: PageCursor;
  ids: string[];
  more: boolean;
  size: number;
  count: Count | undefined;
};

/** `Mostrando 26–50 de 132`; approximate on pages read from the end of an estimated total. */
export function shownRange({ cursor, ids, size, count }: ShownPage): string {
  const total = count ? ` de ${countInWords(count)}` : '';
  if (cursor.last && !count?.exact) return `Mostrando as últimas ${ids.length}${total}`;
  const first = cursor.last && count ? count.total - ids.length + 1 : (cursor.page - 1) * size + 1;
  const roughly = cursor.before && count?.exact === false ? 'por volta de ' : '';
  return `Mostrando ${roughly}${first.toLocaleString('pt-BR')}–${(first + ids.length - 1).toLocaleString('pt-BR')}${total}`;
}

/** The number of the first row, null where it is approximate, and the total in words, '' until it is counted. */
export function numbersOf(page: ShownPage | null): { first: number | null; total: string } {
  if (!page) return { first: null, total: '' };
  const { cursor, ids, size, count } = page;
  const rough = (cursor.last && !count?.exact) || (cursor.before && count?.exact === false);
  const first = cursor.last && count ? count.total - ids.length + 1 : (cursor.page - 1) * size + 1;
  return { first: rough ? null : first, total: count ? countInWords(count) : '' };
}

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
  const lastPage = count ? Math.ceil(count.total / size) : 0;
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
