import { writtenDay } from '../../../../domain/dates.ts';
import { type EnrolmentFilter, type FilterKey, filterEntries, isOn } from '../../../../domain/desk/filter.ts';

/** The filters that are on, in words; never the search, nor the pressed chip. `className`: of the class that is filtered by. */
export function activeFilters(filter: EnrolmentFilter, className = ''): { key: FilterKey; words: string }[] {
  return filterEntries.flatMap(([key, kind]) => {
    if (!isOn(filter, key) || kind.control === 'search' || kind.control === 'chip') return [];
    return [{ key, words: wordsOf(kind, kind.control === 'class' ? className : filter[key]) }];
  });
}

function wordsOf(kind: (typeof filterEntries)[number][1], value: string | boolean): string {
  if (kind.control === 'choice') return `${kind.label}: ${kind.options[String(value)] ?? value}`;
  if (kind.control === 'day') return `${kind.label} ${writtenDay(String(value))}`;
  return typeof value === 'boolean' || value === '' ? kind.label : `${kind.label}: ${value}`;
}
