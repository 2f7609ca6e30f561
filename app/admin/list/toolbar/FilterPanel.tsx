import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../../content/desk.ts';
import { classInWords } from '../../../../domain/desk/classes.ts';
import {
  chipOf,
  type EnrolmentFilter,
  FILTERS,
  type FilterKey,
  filterEntries,
  withoutFilters,
} from '../../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, DayField } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import { citiesOfEnrolments } from '../../api/enrolments.ts';

type Props = { filter: EnrolmentFilter; onChange: (filter: EnrolmentFilter) => void };

/** The controls of FILTERS, and where rows are cards, the order of the list. */
export function FilterPanel({ filter, onChange }: Props) {
  const change = (part: Partial<EnrolmentFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="filters__panel">
      {filterEntries.map(([key]) => (
        <FilterControl key={key} name={key} filter={filter} onChange={(value) => change({ [key]: value })} />
      ))}
      <div className="filters__order">
        <Choice
          label={desk.order}
          value={`${filter.order} ${filter.direction}`}
          options={Object.entries(desk.orders).filter(([order]) => chipOf(filter) || !/^espera/.test(order))}
          onChoose={(chosen) => {
            const [order, direction] = chosen.split(' ') as [
              EnrolmentFilter['order'],
              EnrolmentFilter['direction'],
            ];
            change({ order, direction });
          }}
        />
      </div>
      <SecondaryButton onClick={() => onChange(withoutFilters(filter))}>{desk.clearFilters}</SecondaryButton>
    </div>
  );
}

type FilterControlProps = {
  name: FilterKey;
  filter: EnrolmentFilter;
  onChange: (value: string | boolean) => void;
};

/** One filter of the panel; nothing for the search and the chips, which stand in the toolbar. */
function FilterControl({ name, filter, onChange }: FilterControlProps) {
  const kind: (typeof FILTERS)[FilterKey] = FILTERS[name];
  const shared = { label: kind.label, value: String(filter[name]), onChoose: onChange };
  switch (kind.control) {
    case 'choice':
      return <Choice {...shared} none={desk.any} options={Object.entries(kind.options)} />;
    case 'city':
      return <City {...shared} />;
    case 'class':
      return <Class {...shared} />;
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

type Labelled = { label: string; value: string; onChoose: (value: string) => void };

/** The cities in the enrolments, and the chosen one if it is not among them. */
function City(props: Labelled) {
  const cities = useQuery({
    queryKey: ['enrolments', 'cities'],
    queryFn: ({ signal }) => citiesOfEnrolments(signal),
    staleTime: 300_000,
  });
  const known = cities.data ?? [];
  const offered = props.value && !known.includes(props.value) ? [props.value, ...known] : known;
  return <Choice {...props} none={desk.any} options={offered.map((city) => [city, city])} />;
}

/** Every class, also one that ended, since somebody may be in it. */
function Class(props: Labelled) {
  const { data = [] } = useQuery(classesQuery);
  return <Choice {...props} none={desk.any} options={data.map((one) => [one.id, classInWords(one)])} />;
}

/** For a day typed in part the browser gives `''`: that clears the filter only when the focus leaves. */
function Day({ label, value, onChoose, ...limits }: Labelled & { min?: string; max?: string }) {
  return (
    <DayField
      label={label}
      key={value}
      defaultValue={value}
      {...limits}
      onChange={(event) => /^20\d\d-/.test(event.target.value) && onChoose(event.target.value)}
      onBlur={(event) => event.target.value === '' && value !== '' && onChoose('')}
    />
  );
}
