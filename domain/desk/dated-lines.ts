import { LINE_KINDS, type LineKind, datedLines as words } from '../../content/dated-lines.ts';
import { daysUntil, writtenDay } from '../dates.ts';

/** What is noted of a kind; days are ISO text. */
export type DatedLine = { kind: LineKind; text: string | null; day: string | null; until: string | null };

/** What runs out first. */
export type RunsOut = Pick<DatedLine, 'kind'> & { until: string };

/** 'Vence em 12/03' from thirty days before it, then 'Venceu em 12/03'; '' before, and without a day. `private.vence` says the same. */
export function runsOutInWords(until: string | null | undefined, today: string): string {
  const days = until ? daysUntil(until, today) : Number.POSITIVE_INFINITY;
  if (!until || days > 30) return '';
  const day = writtenDay(until);
  return (days < 0 ? words.ranOut : words.runsOut)(days < -300 ? day : day.slice(0, 5));
}

/** The same with what it is, where no other line says that. */
export const ranOutOf = (line: RunsOut | null | undefined, today: string): string =>
  line ? `${LINE_KINDS[line.kind].label}: ${runsOutInWords(line.until, today).toLowerCase()}` : '';

/** What is noted, in words: `A2, emprestado em 12/03/2026`; '' for nothing. */
export function lineInWords({ kind, text, day, until }: DatedLine): string {
  const of = LINE_KINDS[kind];
  const chosen = of.asks.includes('choice') && words.choices[text as 'sim'];
  const on = day && `${of.day ?? ''} ${writtenDay(day)}`.trim();
  return [chosen || text, on, until && `${words.until} ${writtenDay(until)}`]
    .filter(Boolean)
    .map((part, at) => (at === 0 ? part : String(part).replace(/^./, (first) => first.toLowerCase())))
    .join(', ');
}
