import { type ReactNode, useEffect, useId, useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { PAGE_SIZES } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Loading } from '../controls/Loading.tsx';
import { focusRange } from './toolbar/list-focus.ts';
import type { ShownList } from './use-shown-list.ts';

/** The page on the screen: its number from 1, its rows, whether others follow, and the total once it is counted. */
export type ShownPage = {
  number: number;
  size: number;
  rows: readonly { id: string }[];
  more: boolean;
  count: number | undefined;
};

/** The number of the first row. */
const firstOf = ({ number, size }: ShownPage): number => (number - 1) * size + 1;

/** `Mostrando 26–50 de 132`. */
export function shownRange(page: ShownPage): string {
  const first = firstOf(page);
  const total = page.count === undefined ? '' : ` de ${page.count.toLocaleString('pt-BR')}`;
  const last = first + page.rows.length - 1;
  return `Mostrando ${first.toLocaleString('pt-BR')}–${last.toLocaleString('pt-BR')}${total}`;
}

/** The number of the first row, null without a page, and the total in words, '' until it is counted. */
export const numbersOf = (page: ShownPage | null): { first: number | null; total: string } => ({
  first: page && firstOf(page),
  total: page?.count?.toLocaleString('pt-BR') ?? '',
});

/**
 * Which rows are shown, or `children` when there are none. Always rendered, so that screen readers announce every
 * change. Takes the focus when another page arrives.
 */
export function ListRange({ page, children }: { page: ShownPage; children: ReactNode }) {
  const seen = useRef(page.number);

  useEffect(() => {
    if (seen.current !== page.number) focusRange({ preventScroll: true }); // the layout scrolls
    seen.current = page.number;
  }, [page.number]);

  const isEmpty = page.rows.length === 0;
  return (
    <div className={isEmpty ? 'range' : 'range range--rows small numbers'}>
      <div tabIndex={-1} role="status">
        {isEmpty ? children : shownRange(page)}
      </div>
    </div>
  );
}

/** Below a list of more than the fewest rows of a page: how many a page has, and the page before and after where there are several. */
export function ListPaging({ page, shown }: { page: ShownPage; shown: ShownList }) {
  const id = useId();
  const { number, size, more, rows } = page;
  const goesOn = more || number > 1;
  if (!goesOn && rows.length <= PAGE_SIZES[0]) return null;
  return (
    <nav className="paging row gap-3 no-print" aria-label="Páginas da lista">
      {shown.list.isPending && <Loading>{admin.loading}</Loading>}
      <label htmlFor={id}>{desk.pageSize}</label>
      <select
        className="field__input"
        id={id}
        value={size}
        onChange={({ target }) =>
          shown.go({ ...shown.filter, size: PAGE_SIZES[target.selectedIndex] ?? PAGE_SIZES[0] })
        }
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      {goesOn && (
        <div className="line gap-3">
          <SecondaryButton disabled={number === 1} onClick={() => shown.turnTo(number - 1)}>
            Anterior
          </SecondaryButton>
          <SecondaryButton disabled={!more} onClick={() => shown.turnTo(number + 1)}>
            Próxima
          </SecondaryButton>
        </div>
      )}
    </nav>
  );
}
