import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../../content/desk.ts';
import { classInWords } from '../../../../domain/desk/classes.ts';
import {
  chipOf,
  type EnrolmentFilter,
  type FilterKey,
  filterEntries,
  withoutFilters,
} from '../../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, DayField } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import { citiesOfEnrolments } from '../../api/enrolments.ts';

type Props = { filter: EnrolmentFilter; onChange: (filter: EnrolmentFilter) => void };

type Kind = (typeof filterEntries)[number][1];

/** The fields of FILTERS by their kind, without the search and the chips, which stand in the toolbar; and where rows are cards, the order of the list. */
export function FilterPanel({ filter, onChange }: Props) {
  const change = (part: Partial<EnrolmentFilter>) => onChange({ ...filter, ...part });
  const { data: classes = [] } = useQuery(classesQuery);
  const { data: known = [] } = useQuery({
    queryKey: ['enrolments', 'cities'],
    queryFn: ({ signal }) => citiesOfEnrolments(signal),
    staleTime: 300_000,
  });

  /** What a select offers: also the chosen city if nobody lives there now, and classes that ended, since somebody may be in one. */
  function offered(kind: Kind): (readonly [value: string, words: string])[] | null {
    const cities = filter.city && !known.includes(filter.city) ? [filter.city, ...known] : known;
    if (kind.control === 'choice') return Object.entries(kind.options);
    if (kind.control === 'city') return cities.map((city) => [city, city]);
    if (kind.control === 'class') return classes.map((one) => [one.id, classInWords(one)]);
    return null;
  }

  function field([key, kind]: [FilterKey, Kind]) {
    const { label } = kind;
    const value = String(filter[key]);
    const choose = (value: string | boolean) => change({ [key]: value });
    const options = offered(kind);
    if (options)
      return (
        <Choice key={key} label={label} value={value} none={desk.any} options={options} onChoose={choose} />
      );
    if (kind.control === 'tick')
      return (
        <label className="choice" key={key}>
          <input type="checkbox" checked={filter[key] === true} onChange={(e) => choose(e.target.checked)} />
          <span className="choice__text">{label}</span>
        </label>
      );
    // For a day typed in part the browser gives '': that clears the filter only when the focus leaves.
    return (
      kind.control === 'day' && (
        <DayField
          key={key + value}
          label={label}
          defaultValue={value}
          onChange={({ target }) => /^20\d\d-/.test(target.value) && choose(target.value)}
          onBlur={({ target }) => target.value === '' && value !== '' && choose('')}
        />
      )
    );
  }

  return (
    <div className="filters__panel">
      {filterEntries.map(field)}
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
