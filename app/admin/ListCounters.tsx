import { desk } from '../../content/desk.ts';
import { type RegistrationFilter, withoutFilters } from '../../domain/registration-filter.ts';
import type { Count, RegistrationCount } from './find-registrations.ts';

type Counters = RegistrationCount['contadores'];

const COUNTERS: readonly [keyof Counters, string, Partial<RegistrationFilter>][] = [
  ['novas', desk.fresh, { situacao: 'nova' }],
  ['faltaDocumento', desk.missingDocument, { situacao: 'falta-documento' }],
  ['semResponsavel', desk.alone, { semResponsavel: true }],
  ['repetidas', desk.repeated, { repetida: true }],
];

/** What waits for somebody, counted over everything; each is a filter of its own, and pressed again it lets go. */
export function ListCounters({
  counters,
  filter,
  onChange,
}: {
  counters: Counters | undefined;
  filter: RegistrationFilter;
  onChange: (filter: RegistrationFilter) => void;
}) {
  return (
    <fieldset className="counters no-print" aria-label={desk.counters}>
      {COUNTERS.map(([name, words, part]) => {
        const pressed = Object.entries(part).every(
          ([key, value]) => filter[key as keyof RegistrationFilter] === value,
        );
        const usual = withoutFilters(filter);
        const letGo = Object.fromEntries(
          Object.keys(part).map((key) => [key, usual[key as keyof RegistrationFilter]]),
        );
        return (
          <button
            key={name}
            type="button"
            className="counter"
            aria-pressed={pressed}
            onClick={() => onChange({ ...filter, ...(pressed ? letGo : part) })}
          >
            {words}{' '}
            <span className="counter__number">{counters ? `(${countInWords(counters[name])})` : ''}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** `132`, or `cerca de 120.000` where nobody has counted to the end. */
export function countInWords({ total, exato }: Count): string {
  return exato ? total.toLocaleString('pt-BR') : `cerca de ${rounded(total).toLocaleString('pt-BR')}`;
}

/** An estimate with two digits that mean something. */
function rounded(total: number): number {
  const unit = 10 ** Math.max(0, String(total).length - 2);
  return Math.round(total / unit) * unit;
}
