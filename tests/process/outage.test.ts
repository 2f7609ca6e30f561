import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { openServer, type RunningServer } from '../../server/main.ts';
import type { Pages } from '../../server/pages.ts';
import { ROW } from '../support/people.ts';

// PostgreSQL ends and cannot start for some seconds; five minutes of it are in prove/outage.ts.

const TIMES = { every: 100, lasts: 500, tries: [100, 100], again: 500, daily: 86_400_000 };
const MOST_OUTAGE_MS = 30_000;

let folder = '';
let running: RunningServer;
const alerts: string[] = [];
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  alerts.push(text);
  response.end();
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cc-outage-'));
  chmodSync(folder, 0o755);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const config = readConfig({
    DATA_DIR: folder,
    ALERT_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  });
  const pages = new Map([['/', {}]]) as unknown as Pages;
  running = await openServer(config, pages, pino({ level: 'silent' }), () => {}, { alertTimes: TIMES });
});
afterAll(async () => {
  await running.close();
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(folder, { recursive: true });
});

const health = async () => {
  const answer = await running.app.request('/health');
  return { ...((await answer.json()) as { codigos: string[] }), status: answer.status };
};
const enrol = async (name: string) => {
  const answer = await running.app.request('/rest/v1/inscricoes_projeto', {
    method: 'POST',
    headers: { apikey: running.context.keys.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ROW, nome_completo: name }),
  });
  return answer.status;
};

test('is told by health and by one alert, is over by itself, and nobody is lost', async () => {
  expect(await health()).toMatchObject({ status: 200, codigos: [] });
  expect(await enrol('Pessoa de antes')).toBe(201);

  const place = join(folder, 'postgresql');
  renameSync(join(place, 'PG_VERSION'), join(place, 'PG_VERSION.away')); // it cannot start without
  process.kill(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ status: 503, codigos: ['banco'] });
  expect((await running.app.request('/health/live')).status).toBe(200);
  await expect.poll(() => alerts.length, { timeout: 10_000 }).toBe(1);
  expect(alerts[0]).toMatch(/o banco de dados não responde.*\(banco\)$/);
  expect(await enrol('Pessoa do meio')).toBe(503);

  renameSync(join(place, 'PG_VERSION.away'), join(place, 'PG_VERSION'));
  const back = { timeout: MOST_OUTAGE_MS };
  await expect.poll(health, back).toMatchObject({ status: 200, codigos: [] });
  await expect.poll(() => alerts.length, back).toBe(2);
  expect(alerts[1]).toMatch(/resolvido.*\(banco\)$/);
  expect(await enrol('Pessoa de depois')).toBe(201);
  const { rows } = await running.context.database.query<{ nome_completo: string }>(
    'select nome_completo from public.inscricoes_projeto order by 1',
  );
  expect(rows.map(({ nome_completo }) => nome_completo)).toEqual(['Pessoa de antes', 'Pessoa de depois']);
});
