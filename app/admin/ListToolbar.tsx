import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { desk } from '../../content/desk.ts';
import {
  AGE_GROUPS,
  asked,
  type RegistrationFilter,
  withoutFilters,
} from '../../domain/registration-filter.ts';
import { SITUATIONS } from '../../domain/situations.ts';
import { Button } from '../ui/Button.tsx';
import { citiesOfRegistrations } from './find-registrations.ts';

/** How long nobody types before the search is asked. */
const PAUSE_MS = 300;

type Props = { filter: RegistrationFilter; onChange: (filter: RegistrationFilter) => void };

/** The search and the filters above the list. */
export function ListToolbar({ filter, onChange }: Props) {
  const chosen = Object.keys(asked({ ...filter, busca: '' })).filter((name) =>
    IN_PANEL.includes(name),
  ).length;
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
        {open && <Filters filter={filter} onChange={onChange} />}
      </details>
    </search>
  );
}

const IN_PANEL = ['situacao', 'idade', 'cidade', 'documento', 'condicao', 'de', 'ate'];

/** Asks when typing pauses; Escape clears it at once. What is typed stays, whatever the list answers. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState(value);
  const asking = useRef(0);
  const told = useRef(value);
  const latestOnSearch = useRef(onSearch);

  useEffect(() => {
    latestOnSearch.current = onSearch; // the filter may be another when the pause is over
  });
  useEffect(() => {
    if (value !== told.current) setText(value); // cleared from elsewhere
    told.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(asking.current), []);

  function ask(next: string, pause: number) {
    setText(next);
    clearTimeout(asking.current);
    asking.current = window.setTimeout(() => {
      told.current = next.trim();
      latestOnSearch.current(next.trim());
    }, pause);
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {desk.search}
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

function Filters({ filter, onChange }: Props) {
  const cities = useQuery({
    queryKey: ['inscricoes', 'cidades'],
    queryFn: ({ signal }) => citiesOfRegistrations(signal),
    staleTime: 300_000,
  });
  const known = cities.data ?? [];
  const cityOptions = filter.cidade && !known.includes(filter.cidade) ? [filter.cidade, ...known] : known;
  const change = (part: Partial<RegistrationFilter>) => onChange({ ...filter, ...part });
  const choose = <Name extends keyof RegistrationFilter>(name: Name) => ({
    value: String(filter[name]),
    onChoose: (value: string) => change({ [name]: value }),
  });
  return (
    <div className="toolbar__panel">
      <Choice label={desk.situation} {...choose('situacao')} options={Object.entries(SITUATIONS)} />
      <Choice label={desk.age} {...choose('idade')} options={Object.entries(AGE_GROUPS)} />
      <Choice label={desk.city} {...choose('cidade')} options={cityOptions.map((city) => [city, city])} />
      <Choice
        label={desk.document}
        {...choose('documento')}
        options={[
          ['com', desk.withDocument],
          ['sem', desk.withoutDocument],
        ]}
      />
      <Choice
        label={desk.condition}
        {...choose('condicao')}
        options={[
          ['sim', desk.yes],
          ['nao', desk.no],
        ]}
      />
      <Day label={desk.from} value={filter.de} max={filter.ate} onChoose={(de) => change({ de })} />
      <Day label={desk.until} value={filter.ate} min={filter.de} onChoose={(ate) => change({ ate })} />
      <Labelled label={desk.order}>
        {(id) => (
          <select
            className="field__input"
            id={id}
            value={`${filter.ordem} ${filter.sentido}`}
            onChange={(event) => {
              const [ordem, sentido] = event.target.value.split(' ') as [
                RegistrationFilter['ordem'],
                RegistrationFilter['sentido'],
              ];
              change({ ordem, sentido });
            }}
          >
            {Object.entries(desk.orders).map(([code, words]) => (
              <option key={code} value={code}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div className="toolbar__clear">
        <Button variant="secondary" onClick={() => onChange(withoutFilters(filter))}>
          {desk.clearFilters}
        </Button>
      </div>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
};

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          className="field__input"
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{desk.any}</option>
          {options.map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A day that is only half typed is no day yet: the browser gives '' for it, and nothing is asked while it has the focus. */
function Day({
  label,
  value,
  onChoose,
  ...limits
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChoose: (day: string) => void;
}) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          className="field__input"
          id={id}
          type="date"
          key={value}
          defaultValue={value}
          {...limits}
          onChange={(event) => /^20\d\d-/.test(event.target.value) && onChoose(event.target.value)}
          onBlur={(event) => event.target.value === '' && value !== '' && onChoose('')}
        />
      )}
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
