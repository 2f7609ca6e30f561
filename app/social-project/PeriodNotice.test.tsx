import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { period as words } from '../../content/period.ts';
import type { Period } from '../../domain/period.ts';
import { PeriodNotice } from './PeriodNotice.tsx';

const MIDNIGHT: Period = {
  closed: false,
  from: '2026-11-29T03:00:00.000Z', // 00:00 of the 29th at the centre
  until: null,
  takenUntil: '2026-11-29T03:30:00.000Z',
};
const shown = (period: Partial<Period>, begun = false) =>
  renderToStaticMarkup(<PeriodNotice period={{ ...MIDNIGHT, ...period }} begun={begun} />);

test('an enrolment that closes at midnight is open until the last minute of the day before', () => {
  expect(shown({})).toContain('Inscrições abertas até 28/11/2026, às 23:59.');
});

test('who asks when it opens again is sent to WhatsApp only where nobody has said it', () => {
  const until = '2099-02-01T03:00:00.000Z';
  expect(shown({ closed: true })).toContain(words.ask);
  expect(shown({ closed: true, until })).not.toContain(words.ask);
  expect(shown({ closed: true, until })).toContain('Abrem de novo em 01/02/2099.');
});

test('who had begun is told how long it is taken, and afterwards where to ask', () => {
  const soon = { closed: true, takenUntil: '2099-01-01T15:00:00.000Z' };
  expect(shown(soon, true)).toContain('O prazo acaba em 01/01/2099, às 12:00.');
  const over = shown({ closed: true, takenUntil: '2020-01-01T15:00:00.000Z' }, true);
  expect(over).toContain(words.tooLate);
  expect(over).not.toContain(words.ask);
});
