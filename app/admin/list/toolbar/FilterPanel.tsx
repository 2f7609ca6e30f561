import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { desk } from '../../../../content/desk.ts';
import {
  type EnrolmentFilter,
  FILTERS,
  type FilterKey,
  filterEntries,
  withoutFilters,
} from '../../../../domain/desk/filter.ts';
import { Button } from '../../../ui/Button.tsx';
import { citiesOfEnrolments } from '../../api/enrolments.ts';

type Props = { filter: EnrolmentFilter; onChange: (filter: EnrolmentFilter) => void };

/** The controls of FILTERS, and the order of the list. */
export function FilterPanel({ filter, onChange }: Props) {
  const change = (part: Partial<EnrolmentFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="filters__panel">
      {filterEntries.map(([key]) => (
        <FilterControl key={key} name={key} filter={filter} onChange={(value) => change({ [key]: value })} />
      ))}
      <Labelled label={desk.order}>
        {(id) => (
          <select
            className="field__input"
            id={id}
            value={`${filter.order} ${filter.direction}`}
            onChange={(event) => {
              const [order, direction] = event.target.value.split(' ') as [
                EnrolmentFilter['order'],
                EnrolmentFilter['direction'],
              ];
              change({ order, direction });
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
      <Button variant="secondary" onClick={() => onChange(withoutFilters(filter))}>
        {desk.clearFilters}
      </Button>
    </div>
  );
}

/** One filter of the panel; nothing for the search and the counters, which stand in the toolbar. */
function FilterControl({
  name,
  filter,
  onChange,
}: {
  name: FilterKey;
  filter: EnrolmentFilter;
  onChange: (value: string | boolean) => void;
}) {
  const kind: (typeof FILTERS)[FilterKey] = FILTERS[name];
  const shared = { label: kind.label, value: String(filter[name]), onChoose: onChange };
  switch (kind.control) {
    case 'choice':
      return <Choice {...shared} options={Object.entries(kind.options)} />;
    case 'city':
      return <City {...shared} />;
    case 'day':
      return (
        <Day
          {...shared}
          {...('notAfter' in kind && { max: filter[kind.notAfter] })}
          {...('notBefore' in kind && { min: filter[kind.notBefore] })}
        />
      );
    case 'tick':
      return (
        <label className="choice">
          <input
            type="checkbox"
            checked={filter[name] === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="choice__text">{kind.label}</span>
        </label>
      );
    default:
      return null;
  }
}

/** The cities in the enrolments, and the chosen one if it is not among them. */
function City(props: Omit<ChoiceProps, 'options'>) {
  const cities = useQuery({
    queryKey: ['enrolments', 'cities'],
    queryFn: ({ signal }) => citiesOfEnrolments(signal),
    staleTime: 300_000,
  });
  const known = cities.data ?? [];
  const offered = props.value && !known.includes(props.value) ? [props.value, ...known] : known;
  return <Choice {...props} options={offered.map((city) => [city, city])} />;
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

/** For a day typed in part the browser gives `''`: that clears the filter only when the focus leaves. */
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
