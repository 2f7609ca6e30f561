import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { formSettings } from './form-settings.ts';

test('the first answer after a start is waited for, however long it takes', async () => {
  const read = { regras: {}, periodo: { fechada: true }, vagas: [] };
  const query = async () => {
    await pause(700);
    return { rows: [{ settings: read }] };
  };
  expect(await formSettings({ query: query as never })()).toEqual(read);
});
