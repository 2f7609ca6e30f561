import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { ErasedDialog } from './ErasedDialog.tsx';
import { EraseBy, RetentionNotice } from './RetentionNotice.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const time = (eraseOn: string) => ({ enrolment: 'a', eraseOn, rule: 'espera', guardianUntil: null });

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

test('of an empty bin only that is said, without a list of nothing', () => {
  const bin = drawn(<ErasedDialog onClose={() => {}} />, ['lista_da_lixeira', {}], []);
  expect(bin).toContain('Nada foi apagado nestes dias.');
  expect(bin).not.toContain('<ul');
});
