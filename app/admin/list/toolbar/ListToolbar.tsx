import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { desk } from '../../../../content/desk.ts';
import type { EnrolmentFilter } from '../../../../domain/desk/filter.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { EnrolmentCount } from '../../api/enrolments.ts';
import { activeFilters, withoutFilter } from './active-filters.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { ListCounters } from './ListCounters.tsx';
import { Popover } from './Popover.tsx';
import { SearchBox } from './SearchBox.tsx';
import './toolbar.css';

type Props = {
  filter: EnrolmentFilter;
  counters: EnrolmentCount['counters'] | undefined;
  search: RefObject<HTMLInputElement | null>;
  onChange: (filter: EnrolmentFilter) => void;
  onEnter: (text: string) => void;
  onDown: () => void;
  /** The menu at its end. */
  more: ReactNode;
  /** Stands in its place while there is one: the toolbar keeps its room, and what is typed. */
  instead: ReactNode;
};

/** One line above the list: search, counters, filters, more. Below it the filters that are on. */
export function ListToolbar({ filter, counters, search, onChange, onEnter, onDown, more, instead }: Props) {
  const tools = useRef<HTMLElement>(null);
  const active = activeFilters(filter).length;

  useEffect(() => {
    // Somebody has just signed in. On a touch screen the keyboard would cover the list.
    const arrived = document.activeElement?.id === 'desk-title';
    if (arrived && !window.matchMedia('(pointer: coarse)').matches)
      search.current?.focus({ preventScroll: true });
  }, [search]);

  return (
    <div className={instead ? 'tools tools--away no-print' : 'tools no-print'}>
      <search className="tools__line" ref={tools}>
        <SearchBox
          value={filter.search}
          input={search}
          onSearch={(search) => onChange({ ...filter, search })}
          onEnter={onEnter}
          onDown={onDown}
        />
        <ListCounters counters={counters} filter={filter} onChange={onChange} />
        <Popover
          className="filters"
          label={desk.filters}
          name={active > 0 ? `${desk.filters} (${active})` : desk.filters}
          button={
            <>
              <Icon name="filter" /> {desk.filters}
              {active > 0 && <span className="tool__number">{active}</span>}
            </>
          }
        >
          {() => <FilterPanel filter={filter} onChange={onChange} />}
        </Popover>
        {more}
        <FilterChips
          filter={filter}
          onChange={onChange}
          onRemoved={() => tools.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()}
        />
      </search>
      {instead}
    </div>
  );
}

type ChipsProps = {
  filter: EnrolmentFilter;
  onChange: (filter: EnrolmentFilter) => void;
  /** The pressed chip disappears: somebody else takes the focus. */
  onRemoved: () => void;
};

/** The filters that are on, each with a press that takes it away; nothing without one. */
function FilterChips({ filter, onChange, onRemoved }: ChipsProps) {
  const active = activeFilters(filter);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label={desk.activeFilters}>
      {active.map(({ key, words }) => (
        <li key={key}>
          <button
            type="button"
            className="tool chip"
            onClick={() => {
              onRemoved();
              onChange(withoutFilter(filter, key));
            }}
          >
            <span>
              <span className="vh">{desk.takeAway} </span>
              {words}
            </span>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
