import { type ReactNode, useEffect } from 'react';
import { desk } from '../../../../content/desk.ts';
import { chipOf, chosenFilters, type EnrolmentFilter, withChip } from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';
import { Menu } from '../../controls/Menu.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { focusSearch } from './list-focus.ts';
import { SearchBox } from './SearchBox.tsx';
import { ToDoChips } from './ToDoChips.tsx';
import './toolbar.css';

type Props = {
  filter: EnrolmentFilter;
  waiting: EnrolmentCount['waiting'] | undefined;
  onSearch: (text: string) => void;
  onChange: (filter: EnrolmentFilter) => void;
  /** What is done with the whole page: a button beside the chips. */
  all: ReactNode;
  /** The menu at the end. */
  more: ReactNode;
};

/** One line above the list: search, what waits, what is done with all of it, filters, more. */
export function ListToolbar({ filter, waiting, onSearch, onChange, all, more }: Props) {
  useEffect(() => {
    // Somebody has just signed in. On a touch screen the keyboard would cover the list.
    const arrived = document.activeElement?.id === 'desk-title';
    if (arrived && !window.matchMedia('(pointer: coarse)').matches) focusSearch({ preventScroll: true });
  }, []);

  return (
    <search className="tools row gap-2 no-print">
      <SearchBox value={filter.search} onSearch={onSearch} />
      <ToDoChips
        waiting={waiting}
        pressed={chipOf(filter)}
        onPress={(chip) => onChange({ ...withChip(filter, chip), search: '' })}
      />
      {all}
      <div className="tools__end line gap-2">
        <Menu className="filters" icon="filter" label={desk.filters} count={chosenFilters(filter)}>
          <FilterPanel filter={filter} onChange={onChange} />
        </Menu>
        {more}
      </div>
    </search>
  );
}
