import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { desk } from '../../../../content/desk.ts';
import { admin } from '../../../../content/desk-screens.ts';
import { chipOf, type EnrolmentFilter, NO_FILTER, withChip } from '../../../../domain/desk/filter.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { classesQuery } from '../../api/classes.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';
import { Loading } from '../../controls/Loading.tsx';
import { activeFilters } from './active-filters.ts';
import { focusSearch } from './list-focus.ts';
import { Popover } from './Popover.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ToDoChips } from './ToDoChips.tsx';
import './toolbar.css';

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }));

type Props = {
  filter: EnrolmentFilter;
  waiting: EnrolmentCount['waiting'] | undefined;
  onSearch: (text: string, isEntered: boolean) => void;
  onChange: (filter: EnrolmentFilter) => void;
  /** The menu at its end. */
  more: ReactNode;
  /** Replaces everything but the search when given; the toolbar keeps its height. */
  instead: ReactNode;
};

/** One line above the list: search, what waits, filters, more. Below it the filters that are on, each with a press that takes it away. */
export function ListToolbar({ filter, waiting, onSearch, onChange, more, instead }: Props) {
  const tools = useRef<HTMLElement>(null);
  const { data: classes = [] } = useQuery({ ...classesQuery, enabled: filter.classId !== '' });
  const active = activeFilters(filter, classes.find(({ id }) => id === filter.classId)?.name);

  useEffect(() => {
    // Somebody has just signed in. On a touch screen the keyboard would cover the list.
    const arrived = document.activeElement?.id === 'desk-title';
    if (arrived && !window.matchMedia('(pointer: coarse)').matches) focusSearch({ preventScroll: true });
  }, []);

  const isReplaced = Boolean(instead);
  useEffect(() => {
    document.documentElement.classList.toggle('has-ticked', isReplaced); // what is at the foot of the window makes room
    return () => document.documentElement.classList.remove('has-ticked');
  }, [isReplaced]);

  return (
    <div className={instead ? 'tools tools--away no-print' : 'tools no-print'}>
      <search className="tools__line row gap-2" ref={tools}>
        <SearchBox value={filter.search} onSearch={onSearch} />
        <div className="tools__rest stack may-shrink">
          <div className="tools__line row gap-2">
            <ToDoChips
              waiting={waiting}
              pressed={chipOf(filter)}
              onPress={(chip) => onChange({ ...withChip(filter, chip), search: '' })}
            />
            <Popover className="filters" icon="filter" label={desk.filters} count={active.length}>
              {() => (
                <Suspense fallback={<Loading>{admin.loading}</Loading>}>
                  <FilterPanel filter={filter} onChange={onChange} />
                </Suspense>
              )}
            </Popover>
            {more}
          </div>
          {instead}
        </div>
        {active.length > 0 && (
          <ul className="chips full-row flow gap-2" aria-label={desk.activeFilters}>
            {active.map(({ key, words }) => (
              <li key={key}>
                <button
                  type="button"
                  className="tool chip"
                  onClick={() => {
                    tools.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus(); // the pressed chip disappears
                    onChange({ ...filter, [key]: NO_FILTER[key] });
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
        )}
      </search>
    </div>
  );
}
