import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, submit } from '../kit/family.ts';
import { receiveAlerts } from '../kit/listen.ts';
import { startServer } from '../kit/server.ts';
import { checkSubmissions } from './check-submissions.ts';
import { check } from './kill.ts';

// Part of `npm run prove`: PostgreSQL is killed and cannot start for five minutes. Health says
// so, one alert goes out, it is back by itself, one alert says so, and who enrolled before and
// who tried meanwhile and went on trying are there.

const SECONDS = Number(process.env.SECONDS ?? 300);
/** From then on: a pause of a minute at most, the start, and the minute before an alert says so. */
const BACK_LIMIT_MS = 180_000;

async function waitFor(what: () => boolean | Promise<boolean>, limitMs: number, promise: string) {
  const until = performance.now() + limitMs;
  while (!(await what())) {
    check(performance.now() < until, promise);
    await pause(250);
  }
}

export async function run(): Promise<number> {
  const receiver = await receiveAlerts();
  const server = await startServer({ environment: { ALERT_URL: receiver.url, LIMITS: 'relaxed' } });
  const health = async () => {
    const began = performance.now();
    const { status } = await fetch(`${server.url}/health`);
    check(performance.now() - began < 2_000, 'health answers within two seconds');
    return status;
  };
  const [before, meanwhile, after] = [1, 2, 3].map((number) => makeSubmission(number)) as [
    ReturnType<typeof makeSubmission>,
    ReturnType<typeof makeSubmission>,
    ReturnType<typeof makeSubmission>,
  ];
  await submit(() => server, before);

  const place = join(server.folder, 'postgresql');
  const began = performance.now();
  renameSync(join(place, 'PG_VERSION'), join(place, 'PG_VERSION.away'));
  process.kill(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await waitFor(async () => (await health()) === 503, 5_000, 'health says that the database is away');
  const trying = submit(() => server, meanwhile);
  while (performance.now() - began < SECONDS * 1_000) {
    check((await health()) === 503, 'health goes on saying so');
    await pause(2_000);
  }
  check(receiver.alerts.length === 1, `one alert goes out, not ${receiver.alerts.length}`);
  const alertMs = (receiver.alerts[0]?.at ?? 0) - began;

  renameSync(join(place, 'PG_VERSION.away'), join(place, 'PG_VERSION'));
  const opened = performance.now();
  await waitFor(async () => (await health()) === 200, BACK_LIMIT_MS, 'it is back by itself');
  const backMs = performance.now() - opened;
  await trying;
  await submit(() => server, after);
  await waitFor(() => receiver.alerts.length === 2, BACK_LIMIT_MS, 'one alert says that it is over');
  check(/resolvido/.test(receiver.alerts[1]?.text ?? ''), 'the second alert says that it is over');
  const rows = await checkSubmissions(server, [before, meanwhile, after]);
  await server.stop();
  await receiver.close();
  check(rows === 3, 'nothing is there twice');
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  console.log(
    `away for ${SECONDS} s: alerted after ${seconds(alertMs)}, back ${seconds(backMs)} after it could start; 2 alerts, 3 enrolments of 3`,
  );
  console.log('Every promise holds.');
  return 0;
}
