import type { ReactNode } from 'react';
import { desk } from '../../../content/desk.ts';
import { PAGE_SIZE } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import type { ShownList } from './use-shown-list.ts';

type ShownPage = NonNullable<ShownList['page']>;

/** `Mostrando 26–50 de 132`. */
export function shownRange(page: Pick<ShownPage, 'number' | 'count'> & { rows: readonly unknown[] }): string {
  const first = (page.number - 1) * PAGE_SIZE + 1;
  const total = page.count === undefined ? '' : ` de ${page.count.toLocaleString('pt-BR')}`;
  const last = first + page.rows.length - 1;
  return `Mostrando ${first.toLocaleString('pt-BR')}–${last.toLocaleString('pt-BR')}${total}`;
}

type RangeProps = { page: ShownPage; children: ReactNode; onArrivals: false | (() => void) };

/**
 * Which rows are shown, or `children` when there are none. Always rendered, so that screen readers announce every
 * change. Beside it what shows new arrivals, where there are some.
 */
export function ListRange({ page, children, onArrivals }: RangeProps) {
  const isEmpty = page.rows.length === 0;
  return (
    <div className={isEmpty ? 'range' : 'range range--rows row gap-3 small numbers'}>
      <div tabIndex={-1} role="status">
        {isEmpty ? children : shownRange(page)}
      </div>
      <div className="unless-empty no-print" role="status">
        {onArrivals && (
          <button type="button" className="tool" onClick={onArrivals}>
            {desk.showArrivals}
          </button>
        )}
      </div>
    </div>
  );
}

/** Below a list of several pages: the one before and the one after. */
export function ListPaging({ page, shown }: { page: ShownPage; shown: ShownList }) {
  const { number, more } = page;
  if (!more && number === 1) return null;
  return (
    <nav className="paging row at-end gap-3 no-print" aria-label="Páginas da lista">
      <SecondaryButton disabled={number === 1} onClick={() => shown.turnTo(number - 1)}>
        Anterior
      </SecondaryButton>
      <SecondaryButton disabled={!more} onClick={() => shown.turnTo(number + 1)}>
        Próxima
      </SecondaryButton>
    </nav>
  );
}
