import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { LastRetention } from './LastRetention.tsx';
import { EraseBy, RetentionNotice } from './RetentionNotice.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const time = (eraseOn: string) => ({ enrolment: 'a', eraseOn, rule: 'espera', guardianUntil: null });

test.each([
  ['2026-12-19T06:00:00Z', 3, 'Ontem: 3 inscrições apagadas pelo prazo.'],
  ['2026-12-20T02:59:00Z', 1, 'Ontem: 1 inscrição apagada pelo prazo.'], // still the 19th at the centre
  ['2026-12-20T03:00:00Z', 2, 'Hoje: 2 inscrições apagadas pelo prazo.'],
  ['2026-12-01T12:00:00Z', 2, '01/12/2026: 2 inscrições apagadas pelo prazo.'],
])('a run at %s that erased %i is shown as %j', (at, enrolments, text) => {
  expect(drawn(<LastRetention />, ['retention'], { at, enrolments })).toContain(text);
});

test('a run that erased nothing is not shown, and neither is a missing one', () => {
  expect(drawn(<LastRetention />, ['retention'], { at: '2026-12-20T03:00:00Z', enrolments: 0 })).toBe('');
  expect(drawn(<LastRetention />, ['retention'], null)).toBe('');
});

test.each([
  ['2027-01-19', '>Guardada até 18/01<'],
  ['2026-12-01', '>Guardada até 30/11<'], // overdue: the next run erases it
])('beside a name, erasure on %s is shown', (eraseOn, text) => {
  expect(renderToStaticMarkup(<EraseBy time={time(eraseOn)} />)).toContain(text);
});

test.each([time('2027-01-20'), undefined])(
  'beside a name, nothing is shown until the last days: %j',
  (dates) => {
    expect(renderToStaticMarkup(<EraseBy time={dates} />)).toBe('');
  },
);

test('the detail shows the same day and the rule, however far ahead', () => {
  const detail = (...times: object[]) => drawn(<RetentionNotice id="a" />, ['retention dates', ['a']], times);
  expect(detail(time('2027-12-19'))).toContain('Guardada até 18/12/2027: prazo da lista de espera.');
  expect(detail()).toBe('');
});
