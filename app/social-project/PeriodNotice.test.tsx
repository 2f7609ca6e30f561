import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { period as words } from '../../content/period.ts';
import type { Period } from '../../domain/period.ts';
import { ClosedNotice, OpenNotice } from './PeriodNotice.tsx';

const MIDNIGHT: Period = {
  closed: false,
  from: '2026-11-29T03:00:00.000Z', // 00:00 of the 29th at the centre
  until: null,
  takenUntil: '2026-11-29T03:30:00.000Z',
};
const closed = (period: Partial<Period>, begun = false) =>
  renderToStaticMarkup(<ClosedNotice period={{ ...MIDNIGHT, closed: true, ...period }} begun={begun} />);

test('an enrolment that closes at midnight is open until the last minute of the day before', () => {
  expect(renderToStaticMarkup(<OpenNotice {...MIDNIGHT} />)).toContain(
    'Inscrições abertas até 28/11/2026, às 23:59.',
  );
});

test('a closed one says since when, and until when or that nobody has said, and always where to be told', () => {
  const until = '2099-02-01T03:00:00.000Z';
  for (const text of [closed({}), closed({ until })]) {
    expect(text).toContain('As inscrições estão fechadas desde 29/11/2026.');
    expect(text).toContain(words.chat.label);
  }
  expect(closed({})).toContain(words.notKnown);
  expect(closed({ until })).not.toContain(words.notKnown);
  expect(closed({ until })).toContain('Abrem de novo em 01/02/2099.');
});

test('what the owner says besides is read as text', () => {
  expect(closed({ sentence: 'Voltamos <b>já</b>.' })).toContain('<p>Voltamos &lt;b&gt;já&lt;/b&gt;.</p>');
  expect(closed({ sentence: null }).match(/<p/g)?.length).toBe(closed({}).match(/<p/g)?.length);
});

test('who had begun is told how long it is taken, and the way to it; nobody else is', () => {
  const soon = { takenUntil: '2099-01-01T15:00:00.000Z' };
  expect(closed(soon, true)).toContain('O prazo acaba em 01/01/2099, às 12:00.');
  expect(closed(soon, true)).toContain('href="#formulario"');
  expect(closed(soon)).not.toContain('href="#formulario"');
  expect(closed({ takenUntil: '2020-01-01T15:00:00.000Z' }, true)).toContain(words.tooLate);
});
