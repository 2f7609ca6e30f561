import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendEnrolment } from '../../kit/family.ts';
import { receiveAlerts } from '../../kit/listen.ts';
import { ROW } from '../support/people.ts';
import { type OpenSite, openSite } from '../support/site.ts';

// PostgreSQL ends and cannot start for some seconds; five minutes of it are in prove/outage.ts.

const TIMES = { every: 100, lasts: 500, tries: [100, 100], again: 500, daily: 86_400_000 };
const MOST_OUTAGE_MS = 30_000;

let running: OpenSite;
let receiver: Awaited<ReturnType<typeof receiveAlerts>>;
beforeAll(async () => {
  receiver = await receiveAlerts();
  running = await openSite({ ALERT_URL: receiver.url }, { alertTimes: TIMES });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

const health = async () => {
  const answer = await running.app.request('/health');
  return { ...((await answer.json()) as { codigos: string[] }), status: answer.status };
};
const enrol = async (name: string) =>
  (await sendEnrolment(running.site, { path: null, row: { ...ROW, nome_completo: name } })).status;

test('is told by health and by one alert, is over by itself, and nobody is lost', async () => {
  expect(await health()).toMatchObject({ status: 200, codigos: [] });
  expect(await enrol('Pessoa de antes')).toBe(201);

  const place = join(running.folder, 'postgresql');
  renameSync(join(place, 'PG_VERSION'), join(place, 'PG_VERSION.away')); // it cannot start without
  process.kill(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ status: 503, codigos: ['banco'] });
  expect((await running.app.request('/health/live')).status).toBe(200);
  await expect.poll(() => receiver.alerts.length, { timeout: 10_000 }).toBe(1);
  expect(receiver.alerts[0]?.text).toMatch(/o banco de dados não responde.*\(banco\)$/);
  expect(await enrol('Pessoa do meio')).toBe(503);

  renameSync(join(place, 'PG_VERSION.away'), join(place, 'PG_VERSION'));
  const back = { timeout: MOST_OUTAGE_MS };
  await expect.poll(health, back).toMatchObject({ status: 200, codigos: [] });
  await expect.poll(() => receiver.alerts.length, back).toBe(2);
  expect(receiver.alerts[1]?.text).toMatch(/resolvido.*\(banco\)$/);
  expect(await enrol('Pessoa de depois')).toBe(201);
  const { rows } = await running.context.database.query<{ nome_completo: string }>(
    'select nome_completo from public.inscricoes_projeto order by 1',
  );
  expect(rows.map(({ nome_completo }) => nome_completo)).toEqual(['Pessoa de antes', 'Pessoa de depois']);
});
