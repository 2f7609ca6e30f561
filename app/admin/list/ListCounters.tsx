import { desk } from '../../../content/desk.ts';
import { type EnrolmentFilter, FILTERS, NO_FILTER } from '../../../domain/desk/filter.ts';
import type { Count, EnrolmentCount } from '../api/enrolments.ts';

type Counters = EnrolmentCount['contadores'];

const COUNTERS: readonly [keyof Counters, string, Partial<EnrolmentFilter>][] = [
  ['novas', desk.fresh, { situacao: 'nova' }],
  ['faltaDocumento', desk.missingDocument, { situacao: 'falta-documento' }],
  ['semResponsavel', FILTERS.semResponsavel.label, { semResponsavel: true }],
  ['repetidas', FILTERS.repetida.label, { repetida: true }],
];

/** Counts of the enrolments that need work. Each is a filter, pressed on and off. */
export function ListCounters({
  counters,
  filter,
  onChange,
}: {
  counters: Counters | undefined;
  filter: EnrolmentFilter;
  onChange: (filter: EnrolmentFilter) => void;
}) {
  return (
    <fieldset className="counters no-print" aria-label={desk.counters}>
      {COUNTERS.map(([name, words, part]) => {
        const pressed = Object.entries(part).every(
          ([key, value]) => filter[key as keyof EnrolmentFilter] === value,
        );
        const off = Object.fromEntries(
          Object.keys(part).map((key) => [key, NO_FILTER[key as keyof EnrolmentFilter]]),
        );
        return (
          <button
            key={name}
            type="button"
            className="counter"
            aria-pressed={pressed}
            onClick={() => onChange({ ...filter, ...(pressed ? off : part) })}
          >
            {words}{' '}
            <span className="counter__number">{counters ? `(${countInWords(counters[name])})` : ''}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** `132`, or `cerca de 120.000` for an estimate. */
export function countInWords({ total, exato }: Count): string {
  return exato ? total.toLocaleString('pt-BR') : `cerca de ${rounded(total).toLocaleString('pt-BR')}`;
}

/** An estimate rounded to two significant digits. */
function rounded(total: number): number {
  const unit = 10 ** Math.max(0, String(total).length - 2);
  return Math.round(total / unit) * unit;
}
