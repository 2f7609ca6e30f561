import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, submit } from '../kit/family.ts';
import { receiveAlerts } from '../kit/listen.ts';
import { startServer } from '../kit/server.ts';
import { checkSubmissions } from './check-submissions.ts';
import { check, eventually, postmasterOf } from './kill.ts';

// Part of `npm run prove`: PostgreSQL is killed and cannot start for five minutes. Health says
// so, one alert goes out, it is back by itself, one alert says so, and who enrolled before and
// who tried meanwhile and went on trying are there.

const SECONDS = Number(process.env.SECONDS ?? 300);
/** From then on: a pause of a minute at most, the start, and the minute before an alert says so. */
const BACK_LIMIT_MS = 180_000;

export async function run(): Promise<number> {
  const receiver = await receiveAlerts();
  const { alerts } = receiver;
  const server = await startServer({ environment: { ALERT_URL: receiver.url, LIMITS: 'relaxed' } });
  const health = async () => {
    const began = performance.now();
    const { status } = await fetch(`${server.url}/health`);
    check(performance.now() - began < 2_000, 'health answers within two seconds');
    return status;
  };
  const submissions = [1, 2, 3].map((number) => makeSubmission(number));
  const sends = submissions.map((each) => () => submit(() => server, each));
  await sends[0]?.();

  const version = join(server.folder, 'postgresql/PG_VERSION'); // it cannot start without
  const began = performance.now();
  renameSync(version, `${version}.away`);
  process.kill(postmasterOf(server.folder) ?? 0, 'SIGKILL');
  await eventually('health says that the database is away', 5_000, async () => (await health()) === 503);
  const trying = sends[1]?.();
  while (performance.now() - began < SECONDS * 1_000) {
    check((await health()) === 503, 'health goes on saying so');
    await pause(2_000);
  }
  check(alerts.length === 1, `one alert goes out, not ${alerts.length}`);
  const alertMs = (alerts[0]?.at ?? 0) - began;

  renameSync(`${version}.away`, version);
  const isBack = async () => (await health()) === 200;
  const backMs = await eventually('it is back by itself', BACK_LIMIT_MS, isBack, 250);
  await trying;
  await sends[2]?.();
  await eventually('one alert says that it is over', BACK_LIMIT_MS, () => alerts.length === 2, 250);
  check(/resolvido/.test(alerts[1]?.text ?? ''), 'the second alert says that it is over');
  const rows = await checkSubmissions(server, submissions);
  await server.stop();
  await receiver.close();
  check(rows === 3, 'nothing is there twice');
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  console.log(
    `away for ${SECONDS} s: alerted after ${seconds(alertMs)}, back ${seconds(backMs)} after it could start; 2 alerts, 3 enrolments of 3`,
  );
  return 0;
}
