import { laterDay, todayInBrazil } from './dates.ts';

/** What somebody wants of the enrolment. Days are ISO text; `from` is null for now, `until` for without an end. */
export type ClosingOrder = { word: 'open' | 'close'; from: string | null; until: string | null };

/** ISO days that begin in Brasília; 'agora' is since before, where it is closed already. As `private.gravar_ajuste` takes them. */
export type ClosedTimes = { fecha: string | null; abre: string | null; volta: string | null };

/** Why an order of days means nothing, as a sentence; null when it does. */
export function orderProblem({ from, until }: Omit<ClosingOrder, 'word'>, today: string): string | null {
  if ((from !== null && from < today) || (until !== null && until < today)) return 'Este dia já passou.';
  return from !== null && until !== null && until < from ? 'O último dia vem antes do primeiro.' : null;
}

/** The closed times that an order means. `before`: whether it is closed now, and until when. */
export function closedTimes(
  { word, from, until }: ClosingOrder,
  before: { closed: boolean; until: Date | null } | null,
): ClosedTimes | 'closed already' {
  const after = until && laterDay(until, 1);
  if (word === 'open')
    return from ? { fecha: 'agora', abre: from, volta: after } : { fecha: after, abre: null, volta: null };
  if (!from) return { fecha: 'agora', abre: after, volta: null };
  if (!before?.closed) return { fecha: from, abre: after, volta: null };
  const opens = before.until && todayInBrazil(before.until);
  return opens && opens < from && !after ? { fecha: 'agora', abre: opens, volta: from } : 'closed already';
}
