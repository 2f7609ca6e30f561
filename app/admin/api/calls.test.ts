import { expect, test } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { once } from './calls.ts';

test('the same call is one attempt until it is answered, whatever else is sent meanwhile', async () => {
  const note = async (inscricao: string, texto: string, answered = true) => {
    let attempt: unknown;
    const send = async ({ tentativa }: Record<string, unknown>) => {
      attempt = tentativa;
      if (!answered) throw new BackendError(0, '', '');
    };
    await once('nova_nota', { inscricao, texto }, send).catch(() => {});
    return attempt;
  };
  const first = await note('A', 'Ligar.', false);
  expect(await note('B', 'Ligar.')).not.toBe(first);
  expect(await note('A', 'Ligar.')).toBe(first);
  expect(await note('A', 'Ligar.')).not.toBe(first);
});
