import { laterDay } from '../dates.ts';
import { WEEKDAYS, weekdaysIn } from '../timetable.ts';
import { weekdayOf } from './class-months.ts';

/** What is noted of a pupil on one day of a class; the codes of `private.presencas.marca`. */
export const MARKS = { presente: 'Presente', falta: 'Falta', justificada: 'Justificada' } as const;

export type Mark = keyof typeof MARKS;

/** Why a participation ended, by the codes of `private.acompanhamentos.saiu_porque`. */
export const LEFT_BECAUSE = {
  faltas: 'Faltas',
  mudou: 'Mudou de endereço',
  trabalho: 'Trabalho ou escola',
  idade: 'Idade',
  outro: 'Outro motivo',
} as const;

export type LeftBecause = keyof typeof LEFT_BECAUSE;

/** What stands of a renewal, by the codes of `private.acompanhamentos.renovacao`. */
export const RENEWAL = {
  pedida: 'Ainda não perguntada',
  avisada: 'Sem resposta',
  sim: 'Continua',
  nao: 'Não continua',
  anotada: 'Continua, dito à secretaria',
} as const;

export type Renewal = keyof typeof RENEWAL;

/** The newest of the last seven days on which a class of these days (in words) meets; today for one by arrangement. */
export function newestDay(days: string | null, today: string): string {
  const weekdays = weekdaysIn(days ?? '');
  const before = Array.from({ length: 7 }, (_, ago) => laterDay(today, -ago));
  return before.find((day) => weekdays.includes(weekdayOf(day))) ?? today;
}

/** `sexta, 27/11`. */
export const dayInWords = (day: string): string =>
  `${WEEKDAYS[weekdayOf(day)]}, ${day.slice(8)}/${day.slice(5, 7)}`;

/** ISO days in their order as they are said: `28/10, 3/11 e 5/11`. */
export const daysInOrder = (days: readonly string[]): string =>
  new Intl.ListFormat('pt-BR').format(days.map((day) => `${Number(day.slice(8))}/${day.slice(5, 7)}`));
