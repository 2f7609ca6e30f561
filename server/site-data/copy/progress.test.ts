import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellingProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lasting = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('every five seconds one plain line says which part of the work is done, and how far', async () => {
  const lines: string[] = [];
  const answer = await tellingProgress(
    (line) => void lines.push(line),
    async ({ step }) => {
      await lasting(5_000); // nothing has begun
      const rows = step('Trazendo as tabelas', 300_004, 'linhas');
      rows.more(4_999);
      await lasting(4_999);
      rows.more();
      await lasting(1);
      rows.more(200_000);
      await lasting(10_000); // one statement may take so long: the line comes again
      const files = step('Conferindo a cópia', 3, 'arquivos');
      for (let each = 0; each < 5; each += 1) files.more(); // more than were expected
      rows.more(); // belongs to what is over
      await lasting(5_000);
      step('Terminando');
      await lasting(5_000);
      return 'pronto';
    },
  );
  await lasting(60_000);
  expect([answer, ...lines]).toEqual([
    'pronto',
    'Trazendo as tabelas: 5.000 de 300.004 linhas (1 %)',
    'Trazendo as tabelas: 205.000 de 300.004 linhas (68 %)',
    'Trazendo as tabelas: 205.000 de 300.004 linhas (68 %)',
    'Conferindo a cópia: 3 de 3 arquivos (100 %)',
    'Terminando…',
  ]);
  for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
});
