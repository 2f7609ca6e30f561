import { LINE_KINDS, type LineKind, datedLines as words } from '../../content/dated-lines.ts';
import { daysUntil, todayInBrazil, writtenDay } from '../dates.ts';

/** What is noted of a kind; days are ISO text. */
export type DatedLine = { kind: LineKind; text: string | null; day: string | null; until: string | null };

/** What runs out first. */
export type RunsOut = { kind: LineKind; until: string };

/** 'Vence em 12/03' from thirty days before it, then 'Venceu em 12/03'; '' before, and without a day. `private.vence` says the same. */
export function runsOutInWords(until: string | null | undefined, today = todayInBrazil()): string {
  const days = until ? daysUntil(until, today) : Number.POSITIVE_INFINITY;
  if (!until || days > 30) return '';
  return (days < 0 ? words.ranOut : words.runsOut)(writtenDay(until).slice(0, days < -300 ? 10 : 5));
}

/** What a class's list says beside a name. */
export const looksOf = ({ noImage, runsOut }: { noImage?: boolean; runsOut?: RunsOut | null }): string[] => [
  ...(noImage ? [words.noImage] : []),
  ...(runsOut ? [`${LINE_KINDS[runsOut.kind].label}: ${runsOutInWords(runsOut.until).toLowerCase()}`] : []),
];

/** What is noted, in words: `A2, emprestado em 12/03/2026`; '' for nothing. */
export function lineInWords({ kind, text, day, until }: DatedLine): string {
  const of = LINE_KINDS[kind];
  const said =
    kind === 'antecedentes' ? '' : of.asks.includes('choice') ? text && words.choices[text as 'sim'] : text;
  const parts = [
    said,
    day && `${of.day ?? 'Em'} ${writtenDay(day)}`,
    until && `${words.until} ${writtenDay(until)}`,
  ];
  const [first = '', ...others] = parts.flatMap((part) => part || []);
  return [first, ...others.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join(', ');
}
