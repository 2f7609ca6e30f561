import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const STORED = { supabaseUrl: '/', supabaseKey: 'key' };
const fetch = vi.fn<typeof globalThis.fetch>();

beforeEach(() => {
  vi.resetModules(); // the configuration is fetched once
  vi.stubGlobal('fetch', fetch.mockReset());
  vi.stubGlobal('window', { location: { origin: 'https://casa.example' } });
});
afterEach(() => vi.unstubAllGlobals());

test('a configuration that did not come is fetched again, one that came is kept, and a call has a minute', async () => {
  const { configuration, connection } = await import('./client.ts');
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(configuration()).rejects.toMatchObject({ status: 0, code: '', message: '' });
  fetch.mockResolvedValueOnce(Response.json({ ...STORED, supabaseKey: '' }));
  await expect(configuration()).rejects.toMatchObject({ status: 200, code: '', message: '' });
  fetch.mockResolvedValueOnce(Response.json(STORED));
  expect(await configuration()).toEqual({ ...STORED, supabaseUrl: 'https://casa.example' });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { send } = await connection(async () => null);
  await send('https://casa.example/x');
  expect(timeout.mock.calls).toEqual([[60_000]]);
});

test('settings that did not come are asked for again; from the function where the file has none', async () => {
  const { publicSettings } = await import('./public-settings.ts');
  fetch.mockResolvedValueOnce(new Response('', { status: 502 }));
  await expect(publicSettings()).rejects.toThrow('502');
  const asked = { regras: { a: 1 }, periodo: null, vagas: [2] };
  const stored = { ...STORED, supabaseUrl: 'https://x.example' };
  fetch.mockResolvedValueOnce(Response.json(stored)).mockResolvedValueOnce(Response.json(asked));
  expect(await publicSettings()).toEqual(asked);
  expect(await publicSettings()).toEqual(asked);
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([
    '/config.json',
    '/config.json',
    'https://x.example/rest/v1/rpc/formulario',
  ]);
});

test.each([
  [0, 'TimeoutError: signal timed out', 0, 'timeout', ''],
  [0, 'TypeError: Failed to fetch', 0, '', ''],
  [200, ' <html>Entre no Wi-Fi', 0, '', ''],
  [413, '<html>', 413, 'c', ''],
  [429, '<html>', 429, 'c', ''],
  [502, '<html>', 502, 'c', ''],
  [400, 'Escreva o motivo.', 400, 'c', 'Escreva o motivo.'],
])('an error of status %i, %j is %i, %j, %j', async (status, message, known, code, text) => {
  const { tableError } = await import('./client.ts');
  const error = tableError({ status, error: { code: 'c', message } });
  expect([error.status, error.code, error.message]).toEqual([known, code, text]);
});
