import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { desk } from '../../../../content/desk.ts';
import { admin } from '../../../../content/desk-screens.ts';
import { chipOf, chosenFilters, type EnrolmentFilter, withChip } from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';
import { Loading } from '../../controls/Loading.tsx';
import { Menu } from '../../controls/Menu.tsx';
import { focusSearch } from './list-focus.ts';
import { SearchBox } from './SearchBox.tsx';
import { ToDoChips } from './ToDoChips.tsx';
import './toolbar.css';

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }));

type Props = {
  filter: EnrolmentFilter;
  waiting: EnrolmentCount['waiting'] | undefined;
  onSearch: (text: string, isEntered: boolean) => void;
  onChange: (filter: EnrolmentFilter) => void;
  /** What is done with the whole list: a button beside the chips, and the menu at the end. */
  all: ReactNode;
  more: ReactNode;
  /** Takes the place of everything but the search where there is room for a line of it. */
  instead: ReactNode;
};

/** One line above the list: search, what waits, what is done with all of it, filters, more. */
export function ListToolbar({ filter, waiting, onSearch, onChange, all, more, instead }: Props) {
  useEffect(() => {
    // Somebody has just signed in. On a touch screen the keyboard would cover the list.
    const arrived = document.activeElement?.id === 'desk-title';
    if (arrived && !window.matchMedia('(pointer: coarse)').matches) focusSearch({ preventScroll: true });
  }, []);

  return (
    <search className={`tools row gap-2 no-print ${instead ? 'tools--away' : ''}`}>
      <SearchBox value={filter.search} onSearch={onSearch} />
      <ToDoChips
        waiting={waiting}
        pressed={chipOf(filter)}
        onPress={(chip) => onChange({ ...withChip(filter, chip), search: '' })}
      />
      {all}
      <div className="tools__end line gap-2">
        <Menu className="filters" icon="filter" label={desk.filters} count={chosenFilters(filter)}>
          <Suspense fallback={<Loading>{admin.loading}</Loading>}>
            <FilterPanel filter={filter} onChange={onChange} />
          </Suspense>
        </Menu>
        {more}
      </div>
      {instead}
    </search>
  );
}
