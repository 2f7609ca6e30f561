import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { DeskFoot } from './DeskFoot.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('below the list stand the last copy, where copies are ours, and the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const shownText = (answer: unknown) =>
    drawn(<DeskFoot />, ['estado_das_copias', {}], answer)
      .replace(/<[^>]+>/g, '')
      .trim();
  const today = '2026-12-20T06:10:00Z';
  expect(shownText([{ copiedAt: today, elsewhereAt: today }])).toBe(
    `Última cópia de segurança: hoje, em outro disco. Versão ${version}.`,
  );
  expect(shownText([])).toBe(`Versão ${version}.`);
});

test.each([
  ['2026-12-19T06:00:00Z', 3, 'Ontem: 3 inscrições apagadas pelo prazo.'],
  ['2026-12-20T02:59:00Z', 1, 'Ontem: 1 inscrição apagada pelo prazo.'], // still the 19th at the centre
  ['2026-12-20T03:00:00Z', 2, 'Hoje: 2 inscrições apagadas pelo prazo.'],
  ['2026-12-01T12:00:00Z', 2, '01/12/2026: 2 inscrições apagadas pelo prazo.'],
])('a run of the retention at %s that erased %i is shown as %j', (at, enrolments, text) => {
  expect(drawn(<DeskFoot />, ['ultima_limpeza', {}], [{ at, enrolments }])).toContain(`<p>${text}</p>`);
});

test('a run that erased nothing is not shown, and neither is a missing one', () => {
  for (const runs of [[{ at: '2026-12-20T03:00:00Z', enrolments: 0 }], []])
    expect(drawn(<DeskFoot />, ['ultima_limpeza', {}], runs)).not.toContain('pelo prazo');
});
