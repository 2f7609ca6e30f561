import { useEffect, useId, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { chosenInPanel, type EnrolmentFilter, FILTERS } from '../../../domain/desk/filter.ts';
import { FilterPanel } from './FilterPanel.tsx';

/** How long typing pauses before the search is asked. */
const PAUSE_MS = 300;

type Props = { filter: EnrolmentFilter; onChange: (filter: EnrolmentFilter) => void };

/** The search and the filters above the list. */
export function ListToolbar({ filter, onChange }: Props) {
  const chosen = chosenInPanel(filter).length;
  const [open, setOpen] = useState(chosen > 0);
  return (
    <search className="toolbar no-print">
      <SearchBox value={filter.busca} onSearch={(busca) => onChange({ ...filter, busca })} />
      <details
        className="fold toolbar__filters"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{chosen > 0 ? `${desk.filters} (${chosen})` : desk.filters}</summary>
        {open && <FilterPanel filter={filter} onChange={onChange} />}
      </details>
    </search>
  );
}

/** Searches when typing pauses; Escape clears it at once. The typed text stays, whatever the list answers. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef(0);
  const lastValue = useRef(value);
  const latestOnSearch = useRef(onSearch);

  useEffect(() => {
    latestOnSearch.current = onSearch; // the filter may have changed when the pause is over
  });
  useEffect(() => {
    if (value !== lastValue.current) setText(value); // changed from elsewhere
    lastValue.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string, pause: number) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      lastValue.current = next.trim();
      latestOnSearch.current(next.trim());
    }, pause);
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {FILTERS.busca.label}
      </label>
      <input
        className="field__input"
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        aria-describedby={`${id}-dica`}
        onChange={(event) => ask(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            ask('', 0);
          }
          if (event.key === 'Enter') ask(text, 0);
        }}
      />
      <p className="field__hint" id={`${id}-dica`}>
        {desk.searchHint}
      </p>
    </div>
  );
}
