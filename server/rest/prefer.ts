import { ApiError } from '../core/errors.ts';

/** The `Prefer` header; null where nothing was asked for. */
export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  return: 'minimal' | 'representation' | null;
  count: 'exact' | null;
};

/** Names and values that count as known. Source: docs/contract.md §4.1. */
const KNOWN: [name: string, value: RegExp][] = [
  ['resolution', /^(merge|ignore)-duplicates$/],
  ['missing', /^(default|null)$/],
  ['return', /^(minimal|headers-only|representation)$/],
  ['count', /^(exact|planned|estimated)$/],
  ['tx', /^(commit|rollback)$/], // accepted and ignored, as on a hosted project
  ['handling', /^(strict|lenient)$/],
  ['max-affected', /^\d{1,9}$/], // limits updates and deletes, which no caller may make
];

/** Values that PostgREST honours and this server does not, and what to ask for instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  'count=planned': 'Ask for count=exact',
  'count=estimated': 'Ask for count=exact',
  'return=headers-only': 'Ask for return=representation',
};

/**
 * Ignores unknown preferences; with `handling=strict` throws 400 PGRST122 for them, and for those that
 * are known and not served always. The first of two values counts.
 */
export function readPreferences(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  let unknown = false;
  for (const item of (header ?? '').split(',').map((part) => part.trim())) {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim());
    const known = KNOWN.some(([key, values]) => key === name && values.test(value));
    if (known && !found.has(name)) found.set(name, value);
    const hint = known && found.get(name) === value && INSTEAD[`${name}=${value}`];
    if (hint) throw new ApiError(400, 'PGRST122', 'Invalid preferences', { hint });
    if (!known && item !== '') unknown = true;
  }
  if (unknown && found.get('handling') === 'strict')
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict');
  return {
    resolution: (found.get('resolution') ?? null) as Preferences['resolution'],
    missing: (found.get('missing') ?? null) as Preferences['missing'],
    return: (found.get('return') ?? null) as Preferences['return'],
    count: (found.get('count') ?? null) as Preferences['count'],
  };
}

/** The `Preference-Applied` header with those of `honoured` that were asked for, in that order; empty when there are none. */
export function appliedHeader(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): Record<string, string> {
  const list = honoured
    .filter((name) => preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`);
  return list.length > 0 ? { 'Preference-Applied': list.join(', ') } : {};
}
