import { desk } from '../../../../content/desk.ts';
import { type EnrolmentFilter, NO_FILTER } from '../../../../domain/desk/filter.ts';
import type { Count, EnrolmentCount } from '../../api/enrolments.ts';
import { COUNTERS, isPressed } from './active-filters.ts';

type Props = {
  counters: EnrolmentCount['counters'] | undefined;
  filter: EnrolmentFilter;
  onChange: (filter: EnrolmentFilter) => void;
};

/** Counts of the enrolments that need work. Each is a filter, pressed on and off. */
export function ListCounters({ counters, filter, onChange }: Props) {
  return (
    <fieldset className="counters" aria-label={desk.counters}>
      {COUNTERS.map((counter) => {
        const { name, label, words, part } = counter;
        const pressed = isPressed(counter, filter);
        const off = Object.fromEntries(
          Object.keys(part).map((key) => [key, NO_FILTER[key as keyof EnrolmentFilter]]),
        );
        const count = counters && countInWords(counters[name]);
        return (
          <button
            key={name}
            type="button"
            className="tool tool--toggle"
            aria-label={count ? `${label} (${count})` : label}
            aria-pressed={pressed}
            onClick={() => onChange({ ...filter, ...(pressed ? off : part) })}
          >
            {words} <span className="tool__number">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** `132`, or `cerca de 120.000` for an estimate. */
export function countInWords({ total, exact }: Count): string {
  return exact ? total.toLocaleString('pt-BR') : `cerca de ${rounded(total).toLocaleString('pt-BR')}`;
}

/** An estimate rounded to two significant digits. */
function rounded(total: number): number {
  const unit = 10 ** Math.max(0, String(total).length - 2);
  return Math.round(total / unit) * unit;
}
