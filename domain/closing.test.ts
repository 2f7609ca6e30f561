import { expect, test } from 'vitest';
import { type ClosingOrder, closedTimes, stateInWords, untilWhen } from './closing.ts';

const day = (iso: string) => new Date(`${iso}T00:00:00-03:00`);
const order = (
  word: 'open' | 'close',
  from: string | null = null,
  until: string | null = null,
): ClosingOrder => ({
  word,
  from,
  until,
});
const closed = (until: Date | null) => ({ closed: true, until });

test.each([
  [order('close'), null, { fecha: 'agora', abre: null, volta: null }],
  [order('close', null, '2099-01-31'), null, { fecha: 'agora', abre: '2099-02-01', volta: null }],
  [order('close', '2099-02-16'), null, { fecha: '2099-02-16', abre: null, volta: null }],
  [order('open'), closed(null), { fecha: null, abre: null, volta: null }],
  [order('open', null, '2099-04-30'), null, { fecha: '2099-05-01', abre: null, volta: null }],
  [order('open', '2099-03-01'), null, { fecha: 'agora', abre: '2099-03-01', volta: null }],
  [
    order('open', '2099-02-01', '2099-02-15'),
    null,
    { fecha: 'agora', abre: '2099-02-01', volta: '2099-02-16' },
  ],
  // closed until it opens, and closed again on a later day: what open from one day to another means
  [
    order('close', '2099-02-16'),
    closed(day('2099-02-01')),
    { fecha: 'agora', abre: '2099-02-01', volta: '2099-02-16' },
  ],
  [order('close', '2099-02-16'), closed(null), 'closed already'],
] as const)('%j while it is %j means %j', (given, before, times) => {
  expect(closedTimes(given, before)).toEqual(times);
});

test('what is now and what comes is said in days of Brasília', () => {
  const from = day('2099-01-01');
  const of = (closed: boolean, until: string | null, again: string | null = null) =>
    ({ closed, from, until: until ? day(until) : null, again: again ? day(again) : null }) as const;
  expect(stateInWords(null)).toBe('As inscrições estão abertas, sem dia para fechar.');
  expect(stateInWords(of(true, null))).toBe(
    'As inscrições estão fechadas desde 01/01/2099 00:00, até alguém abrir.',
  );
  expect(untilWhen(of(true, '2099-02-01', '2099-02-16'))).toBe(
    'e abrem no começo do dia 01/02/2099, até o fim do dia 15/02/2099',
  );
  expect(stateInWords(of(false, null))).toBe(
    'As inscrições estão abertas até o fim do dia 31/12/2098; depois fecham até alguém abrir.',
  );
  expect(stateInWords(of(false, '2099-01-03'))).toBe(
    'As inscrições estão abertas até o fim do dia 31/12/2098; depois fecham até o fim do dia 02/01/2099.',
  );
});
