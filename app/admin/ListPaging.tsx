import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { desk } from '../../content/desk.ts';
import { admin } from '../../content/messages.ts';
import { PAGE_SIZES, type Place, type RegistrationFilter } from '../../domain/registration-filter.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { Count } from './find-registrations.ts';
import { countInWords } from './ListCounters.tsx';
import { useSlow } from './use-slow.ts';

/** A page as it is drawn: its place, its rows, and how many there are in all, once counted. */
export type ShownPage = {
  place: Place;
  ids: string[];
  more: boolean;
  size: number;
  count: Count | undefined;
};

/**
 * Which rows are shown, or `children` where there is none: always there, so that
 * every answer of the list is announced. Takes the focus when another page of
 * them has come, and where what was pressed is gone.
 */
export function Range({
  shown,
  line,
  children,
}: {
  shown: ShownPage;
  line: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const seen = useRef(shown.place.pagina);

  useEffect(() => {
    if (seen.current !== shown.place.pagina) line.current?.focus({ preventScroll: true }); // the layout scrolls
    seen.current = shown.place.pagina;
  }, [shown.place.pagina, line]);

  return (
    <div tabIndex={-1} ref={line} role="status">
      {shown.ids.length > 0 ? shownRange(shown) : children}
    </div>
  );
}

/** `Mostrando 26–50 de 132`; where nobody has counted to the end, pages read from there stand only roughly. */
export function shownRange({ place, ids, size, count }: ShownPage): string {
  const total = count ? ` de ${countInWords(count)}` : '';
  if (place.fim && !count?.exato) return `Mostrando as últimas ${ids.length}${total}`;
  const first = place.fim && count ? count.total - ids.length + 1 : (place.pagina - 1) * size + 1;
  const roughly = place.antes && count?.exato === false ? 'por volta de ' : '';
  return `Mostrando ${roughly}${first.toLocaleString('pt-BR')}–${(first + ids.length - 1).toLocaleString('pt-BR')}${total}`;
}

/** Where each button leads from a page; null where it leads nowhere. Pages are told apart by the row beside them, so that none is skipped or shown twice when rows come. */
export function placesAround({ place, ids, more, size, count }: ShownPage): {
  before: Place | null;
  after: Place | null;
  last: Place | null;
} {
  const { pagina } = place;
  const backwards = Boolean(place.fim || place.antes);
  const lastPage = count ? Math.ceil(count.total / size) : 0;
  const isLast = backwards ? Boolean(place.fim) : !more;
  return {
    before: pagina <= 1 ? null : pagina === 2 ? { pagina: 1 } : { pagina: pagina - 1, antes: ids[0] },
    after: isLast ? null : { pagina: pagina + 1, apos: ids.at(-1) },
    last: isLast || lastPage <= pagina + 1 ? null : { pagina: lastPage, fim: true },
  };
}

type Props = {
  shown: ShownPage;
  waiting: boolean;
  onGo: (place: Place) => void;
  onSize: (size: RegistrationFilter['tamanho']) => void;
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
      <Button variant="secondary" disabled={!before} onClick={() => before && onGo(before)}>
        Anterior
      </Button>
      <Button variant="secondary" disabled={!after} onClick={() => after && onGo(after)}>
        Próxima
      </Button>
      <Button variant="secondary" disabled={!last} onClick={() => last && onGo(last)}>
        Última
      </Button>
    </nav>
  );
}
