import { brazilianDay, brazilianMoment, laterDay, todayInBrazil } from './dates.ts';

/** An order to open or close the enrolment, in ISO days. `from` null: now; `until` null: without an end. */
export type ClosingOrder = { word: 'open' | 'close'; from: string | null; until: string | null };

/**
 * Closed times as `private.guardar_ajuste` takes them: ISO days that begin in Brasília, or 'agora', which
 * keeps the former beginning where the enrolment is closed already. It closes at `fecha`, opens at `abre` and
 * closes again at `volta`; null: never.
 */
export type ClosedTimes = { fecha: string | null; abre: string | null; volta: string | null };

/** Why the days of an order make no sense, as a sentence; null when they do. */
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

/**
 * The closed time that holds now, or the next one. `until`: when it opens, `again`: when it closes after
 * that; null: not set.
 */
export type ClosedTime = { closed: boolean; from: Date; until: Date | null; again: Date | null };

/** The day that ends with a moment at midnight. */
const lastDay = (moment: Date) => brazilianDay(new Date(moment.getTime() - 1).toISOString());

/** Whether the enrolment is open, and what comes then; null: open without an end. */
export function stateInWords(time: ClosedTime | null): string {
  if (!time) return 'As inscrições estão abertas, sem dia para fechar.';
  if (time.closed)
    return `As inscrições estão fechadas desde ${brazilianMoment(time.from)}, ${untilWhen(time)}.`;
  const then = time.until ? `fecham até o fim do dia ${lastDay(time.until)}` : 'fecham até alguém abrir';
  return `As inscrições estão abertas até o fim do dia ${lastDay(time.from)}; depois ${then}.`;
}

/** Until when a closed time lasts: the second half of `stateInWords`. */
export function untilWhen(time: ClosedTime | null): string {
  if (!time?.until) return 'até alguém abrir';
  const open = `e abrem no começo do dia ${brazilianDay(time.until.toISOString())}`;
  return time.again ? `${open}, até o fim do dia ${lastDay(time.again)}` : open;
}
