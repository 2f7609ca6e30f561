import { ApiError } from '../core/errors.ts';

/** What a caller would like, from the `Prefer` header. */
export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  /** A change of more rows than this is undone; null without a limit. */
  maxAffected: number | null;
};

/** In the order in which `Preference-Applied` names them. Source: contract §4.1. */
const KNOWN: [name: string, value: RegExp][] = [
  ['resolution', /^(merge|ignore)-duplicates$/],
  ['missing', /^(default|null)$/],
  ['return', /^(minimal|headers-only|representation)$/],
  ['count', /^(exact|planned|estimated)$/],
  ['tx', /^(commit|rollback)$/], // known and never obeyed, as on a hosted project
  ['handling', /^(strict|lenient)$/],
  ['max-affected', /^\d{1,9}$/],
];

/** Unknown preferences are passed over, unless `handling=strict`: then 400 PGRST122. The first of two wins. */
export function readPreferences(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  let unknown = false;
  for (const item of (header ?? '').split(',').map((part) => part.trim())) {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim());
    const known = KNOWN.some(([key, values]) => key === name && values.test(value));
    if (known && !found.has(name)) found.set(name, value);
    if (!known && item !== '') unknown = true;
  }
  const strict = found.get('handling') === 'strict';
  if (strict && unknown)
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict');
  const limit = strict ? found.get('max-affected') : undefined;
  return {
    resolution: (found.get('resolution') ?? null) as Preferences['resolution'],
    missing: (found.get('missing') ?? null) as Preferences['missing'],
    return: (found.get('return') ?? null) as Preferences['return'],
    count: (found.get('count') ?? null) as Preferences['count'],
    maxAffected: limit === undefined ? null : Number(limit),
  };
}

/** The `Preference-Applied` header for those that were honoured; none when there are none. */
export function appliedHeader(
  preferences: Preferences,
  honoured: readonly ('resolution' | 'missing' | 'return' | 'count' | 'maxAffected')[],
): Record<string, string> {
  const list = KNOWN.flatMap(([name]) => {
    const key = name === 'max-affected' ? 'maxAffected' : name;
    const value = honoured.some((one) => one === key) ? preferences[key as keyof Preferences] : null;
    if (value === null) return [];
    return name === 'max-affected' ? ['handling=strict', `${name}=${value}`] : [`${name}=${value}`];
  });
  return list.length > 0 ? { 'Preference-Applied': list.join(', ') } : {};
}
