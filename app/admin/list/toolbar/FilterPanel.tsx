import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../../content/desk.ts';
import { holdsPeople } from '../../../../domain/desk/classes.ts';
import {
  chipOf,
  type EnrolmentFilter,
  filterEntries,
  withoutFilters,
} from '../../../../domain/desk/filter.ts';
import { classInWords } from '../../../../domain/timetable.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import { TickBox } from '../../controls/TickBoxes.tsx';

type Props = { filter: EnrolmentFilter; onChange: (filter: EnrolmentFilter) => void };

type Order = [EnrolmentFilter['order'], EnrolmentFilter['direction']];

/** The fields of FILTERS, without the search and the chips, which stand in the toolbar; and the order of the list. */
export function FilterPanel({ filter, onChange }: Props) {
  const { data: classes = [] } = useQuery(classesQuery); // those that ended too: somebody may be in one
  const change = (part: object) => onChange({ ...filter, ...part });
  return (
    <div className="filters__panel">
      {filterEntries.map(([key, kind]) => {
        if (kind.control === 'tick')
          return (
            <TickBox
              key={key}
              label={kind.label}
              checked={filter[key] === true}
              onChange={({ target }) => change({ [key]: target.checked })}
            />
          );
        if (kind.control !== 'choice' && kind.control !== 'class') return null;
        return (
          <Choice
            key={key}
            label={kind.label}
            value={String(filter[key])}
            none={desk.any}
            options={
              kind.control === 'choice'
                ? Object.entries(kind.options)
                : classes.filter(holdsPeople).map((one) => [one.id, classInWords(one)])
            }
            onChoose={(value) => change({ [key]: value })}
          />
        );
      })}
      <Choice
        label={desk.order}
        value={`${filter.order} ${filter.direction}`}
        options={Object.entries(desk.orders).filter(([order]) => chipOf(filter) || !/^espera/.test(order))}
        onChoose={(chosen) => {
          const [order, direction] = chosen.split(' ') as Order;
          change({ order, direction });
        }}
      />
      <SecondaryButton onClick={() => onChange(withoutFilters(filter))}>{desk.clearFilters}</SecondaryButton>
    </div>
  );
}
