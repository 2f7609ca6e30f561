import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { textOf } from '../../tests/support/screens/heard.ts';
import { DeskFoot } from './DeskFoot.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('below the list stand the last copy, where copies are ours, and the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const shownText = (answer: unknown) => textOf(drawn(<DeskFoot />, ['estado_das_copias', {}], answer));
  const today = '2026-12-20T06:10:00Z';
  expect(shownText([{ copiedAt: today, elsewhereAt: today }])).toBe(
    `Última cópia de segurança: hoje, em outro disco. Versão ${version}.`,
  );
  expect(shownText([])).toBe(`Versão ${version}.`);
});
