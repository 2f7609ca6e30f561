import { useId } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { type EnrolmentFilter, PAGE_SIZES, type Place } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Count } from '../api/enrolments.ts';
import { useSlow } from '../controls/use-slow.ts';
import { countInWords } from './toolbar/written-count.ts';

/** The page on the screen: its place, the ids of its rows, and the total once it is counted. */
export type ShownPage = {
  place: Place;
  ids: string[];
  more: boolean;
  size: number;
  count: Count | undefined;
};

/** `Mostrando 26–50 de 132`; approximate on pages read from the end of an estimated total. */
export function shownRange({ place, ids, size, count }: ShownPage): string {
  const total = count ? ` de ${countInWords(count)}` : '';
  if (place.last && !count?.exact) return `Mostrando as últimas ${ids.length}${total}`;
  const first = place.last && count ? count.total - ids.length + 1 : (place.page - 1) * size + 1;
  const roughly = place.before && count?.exact === false ? 'por volta de ' : '';
  return `Mostrando ${roughly}${first.toLocaleString('pt-BR')}–${(first + ids.length - 1).toLocaleString('pt-BR')}${total}`;
}

/** The number of the first row, null where it is approximate, and the total in words, '' until it is counted. */
export function numbersOf(page: ShownPage | null): { first: number | null; total: string } {
  if (!page) return { first: null, total: '' };
  const { place, ids, size, count } = page;
  const rough = (place.last && !count?.exact) || (place.before && count?.exact === false);
  const first = place.last && count ? count.total - ids.length + 1 : (place.page - 1) * size + 1;
  return { first: rough ? null : first, total: count ? countInWords(count) : '' };
}

/** The place each button leads to, or null. A page is found by the row beside it, so that none is skipped or repeated when rows arrive. */
export function placesAround({ place, ids, more, size, count }: ShownPage): {
  before: Place | null;
  after: Place | null;
  last: Place | null;
} {
  const { page } = place;
  const readBackwards = Boolean(place.last || place.before);
  const lastPage = count ? Math.ceil(count.total / size) : 0;
  const isLast = readBackwards ? Boolean(place.last) : !more;
  return {
    before: page <= 1 ? null : page === 2 ? { page: 1 } : { page: page - 1, before: ids[0] },
    after: isLast ? null : { page: page + 1, after: ids.at(-1) },
    last: isLast || lastPage <= page + 1 ? null : { page: lastPage, last: true },
  };
}

type Props = {
  shown: ShownPage;
  waiting: boolean;
  onGo: (place: Place) => void;
  onSize: (size: EnrolmentFilter['size']) => void;
};

export function ListPaging({ shown, waiting, onGo, onSize }: Props) {
  const id = useId();
  const slow = useSlow(waiting);
  const { before, after, last } = placesAround(shown);
  return (
    <nav className="paging no-print" aria-label="Páginas da lista">
      <p className="paging__wait" role="status">
        {waiting && (
          <>
            <Spinner /> {admin.loading} {slow && admin.slow}
          </>
        )}
      </p>
      <div className="paging__size">
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
