import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeSubmission, sendEnrolment, submit } from '../../kit/family.ts';
import { receiveAlerts } from '../../kit/listen.ts';
import { checkSubmissions } from '../../prove/check-submissions.ts';
import { ROW } from '../support/people.ts';
import { forTests, forThisTest } from '../support/server.ts';
import { openSite } from '../support/site.ts';

// PostgreSQL ends and cannot start for some seconds; OUTAGE_SECONDS makes them minutes, with the pauses of a
// real site (`npm run prove -- outage`).

const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 0) * 1_000;
const TIMES = { every: 100, lasts: 500, tries: [100, 100], again: 500, daily: 86_400_000 };
/** A pause of a minute at most, the start, and the minute before an alert says so. */
const MOST_OUTAGE_MS = OUTAGE_MS ? 180_000 : 30_000;

const receiver = forTests(() => receiveAlerts());
const running = forTests(() =>
  openSite({ ALERT_URL: receiver.url, LIMITS: 'relaxed' }, OUTAGE_MS ? {} : { alertTimes: TIMES }),
);

const health = async () => {
  const began = performance.now();
  const answer = await running.app.request('/health');
  if (OUTAGE_MS) expect(performance.now() - began).toBeLessThan(2_000);
  return { ...((await answer.json()) as { codigos: string[] }), status: answer.status };
};
const enrol = async (name: string) =>
  (await sendEnrolment(running.site, { path: null, row: { ...ROW, nome_completo: name } })).status;

const timeout = 120_000 + OUTAGE_MS + 2 * MOST_OUTAGE_MS;

test('is told by health and by one alert, is over by itself, and nobody is lost', { timeout }, async () => {
  expect(await health()).toMatchObject({ status: 200, codigos: [] });
  expect(await enrol('Pessoa de antes')).toBe(201);
  const families = [1, 2, 3].map((number) => makeSubmission(number));
  const [before, trying, after] = families.map((family) => () => submit(() => running.site, family));
  await before?.();

  const place = join(running.folder, 'postgresql');
  const began = performance.now();
  renameSync(join(place, 'PG_VERSION'), join(place, 'PG_VERSION.away')); // it cannot start without
  process.kill(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ status: 503, codigos: ['banco'] });
  expect((await running.app.request('/health/live')).status).toBe(200);
  const tried = trying?.(); // until it is taken
  await expect.poll(() => receiver.alerts.length, { timeout: MOST_OUTAGE_MS }).toBe(1);
  expect(receiver.alerts[0]?.text).toMatch(/o banco de dados não responde.*\(banco\)$/);
  expect(await enrol('Pessoa do meio')).toBe(503);
  for (; performance.now() - began < OUTAGE_MS; await pause(2_000))
    expect(await health()).toMatchObject({ status: 503 });
  expect(receiver.alerts).toHaveLength(1);

  renameSync(join(place, 'PG_VERSION.away'), join(place, 'PG_VERSION'));
  const back = { timeout: MOST_OUTAGE_MS };
  await expect.poll(health, back).toMatchObject({ status: 200, codigos: [] });
  await expect.poll(() => receiver.alerts.length, back).toBe(2);
  expect(receiver.alerts[1]?.text).toMatch(/resolvido.*\(banco\)$/);
  expect(await enrol('Pessoa de depois')).toBe(201);
  await tried;
  await after?.();
  expect(await checkSubmissions(running.site, families)).toBe(5);
  const names = await running.rows<{ nome_completo: string }>(
    `select nome_completo from public.inscricoes_projeto where cadastro_unico_url is null order by 1`,
  );
  expect(names.map(({ nome_completo }) => nome_completo)).toEqual(['Pessoa de antes', 'Pessoa de depois']);
});

test('what somebody of the team did is counted every five minutes, however often somebody asks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const site = await forThisTest(openSite());
  const codes = async () =>
    ((await (await site.app.request('/health')).json()) as { codigos: string[] }).codigos;
  await site.context.database.query(
    `select private.anotar('criou_conta', gen_random_uuid(), gen_random_uuid())`,
  );
  await pause(1_100); // an answer is cached for a second
  expect(await codes()).toEqual([]);
  vi.advanceTimersByTime(300_000);
  await expect.poll(codes, { timeout: 5_000 }).toEqual(['conta_nova']);
});
