import { desk } from '../../../../content/desk.ts';
import { writtenDay } from '../../../../domain/dates.ts';
import {
  type EnrolmentFilter,
  FILTERS,
  type FilterKey,
  filterEntries,
  isOn,
  NO_FILTER,
} from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';

type Counter = {
  name: keyof EnrolmentCount['counters'];
  /** The whole name, and the shorter words on the button. */
  label: string;
  words: string;
  /** What it filters by while it is pressed. */
  part: Partial<EnrolmentFilter>;
};

/** The counters of the toolbar. Source: docs/ux.md §7. */
export const COUNTERS: readonly Counter[] = [
  { name: 'fresh', label: desk.fresh, words: desk.fresh, part: { situation: 'nova' } },
  {
    name: 'missingDocument',
    label: desk.missingDocument,
    words: desk.missingDocument,
    part: { situation: 'falta-documento' },
  },
  {
    name: 'withoutGuardian',
    label: FILTERS.withoutGuardian.label,
    words: desk.withoutGuardian,
    part: { withoutGuardian: true },
  },
  {
    name: 'repeated',
    label: FILTERS.mayBeRepeated.label,
    words: desk.isItRepeated,
    part: { mayBeRepeated: true },
  },
];

/** Whether all that a counter filters by is on. */
export function isPressed({ part }: Counter, filter: EnrolmentFilter): boolean {
  return Object.entries(part).every(([key, value]) => filter[key as FilterKey] === value);
}

/** The filters that are on and that no pressed counter shows, in words; never the search. */
export function activeFilters(filter: EnrolmentFilter): { key: FilterKey; words: string }[] {
  const counted = new Set(
    COUNTERS.flatMap((counter) => (isPressed(counter, filter) ? Object.keys(counter.part) : [])),
  );
  return filterEntries.flatMap(([key, kind]) => {
    if (!isOn(filter, key) || kind.control === 'search' || counted.has(key)) return [];
    return [{ key, words: wordsOf(kind, filter[key]) }];
  });
}

/** The same without one of its filters. */
export const withoutFilter = (filter: EnrolmentFilter, key: FilterKey): EnrolmentFilter => ({
  ...filter,
  [key]: NO_FILTER[key],
});

function wordsOf(kind: (typeof filterEntries)[number][1], value: string | boolean): string {
  if (kind.control === 'choice') return `${kind.label}: ${kind.options[String(value)] ?? value}`;
  if (kind.control === 'day') return `${kind.label} ${writtenDay(String(value))}`;
  return typeof value === 'boolean' ? kind.label : `${kind.label}: ${value}`;
}
