import { type ReactNode, useEffect } from 'react';
import { desk } from '../../../../content/desk.ts';
import {
  CHIPS,
  type Chip,
  chipOf,
  chosenFilters,
  type EnrolmentFilter,
  FILTERS,
  withChip,
} from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';
import { Menu } from '../../controls/Menu.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { focusSearch } from './list-focus.ts';
import { SearchBox } from './SearchBox.tsx';
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

type ChipsProps = {
  waiting: EnrolmentCount['waiting'] | undefined;
  /** Null: all enrolments. */
  pressed: Chip | null;
  onPress: (chip: Chip | null) => void;
};

/** On a phone the chips are a row that scrolls. */
const inSight = (chip: HTMLElement | null) => chip?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** 'Para fazer': what waits for the desk, each with its number, and all enrolments beside. One is pressed; pressed again it gives way to all. */
function ToDoChips({ waiting, pressed, onPress }: ChipsProps) {
  const isRare = (chip: Chip) => chip === 'absent' || chip === 'renewal'; // most days nobody is there
  const shown = CHIPS.filter((chip) => !isRare(chip) || waiting?.[chip] || pressed === chip);
  return (
    <fieldset className="to-do flow may-shrink gap-1" aria-label={desk.toDo}>
      {[null, ...shown].map((chip) => {
        const name = chip ? FILTERS[chip].label : desk.all;
        const count = chip && waiting?.[chip].toLocaleString('pt-BR');
        return (
          <button
            key={name}
            type="button"
            className={count === '0' ? 'tool tool--toggle tool--none' : 'tool tool--toggle'}
            aria-label={count ? `${name} (${count})` : name}
            aria-pressed={pressed === chip}
            ref={pressed === chip ? inSight : null}
            onClick={() => onPress(pressed === chip ? null : chip)}
          >
            {name}
            <span className="bold numbers unless-empty">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
