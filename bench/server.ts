import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../kit/desk.ts';
import { makeSubmission } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { ADMIN } from '../kit/site.ts';
import { familyMb, postgresMb, watch } from '../prove/measure.ts';
import { startBaseline } from './bare-server.ts';
import {
  addPeople,
  ask,
  compare,
  enrolment,
  insertOne,
  measure,
  NEWEST,
  type Rate,
  table,
  uploadOne,
  WARM_UP_ROUNDS,
} from './measure.ts';

/** A row of the table: what was measured, against the baseline, the figure. */
type Row = [string, string, string];

const ms = (value: number) => `${value.toFixed(1)} ms`;
const MB = 1024 * 1024;

/** Calls of ours beside those of the baseline. */
async function beside(
  name: string,
  [calls, clients]: [number, number],
  ours: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
  figure: (rate: Rate) => string,
  warmUp = 1,
): Promise<Row> {
  const { ratio, ...rate } = await compare(
    () => measure(calls, clients, ours),
    () => measure(calls, clients, baseline),
    { warmUp },
  );
  return [name, `${ratio.toFixed(2)} ×`, figure(rate)];
}

/**
 * `npm run bench -- server 100000`: the server with that many enrolments, against
 * baselines measured in the same minute: a bare node:http + pg server over the same
 * PostgreSQL, and a write with fdatasync of the same bytes. Prints a table. Meant for
 * a quiet machine.
 */
export async function run([count = '100000']: string[]): Promise<number> {
  const folder = newFolder();
  const start = () => startServer({ folder, environment: { LIMITS: 'relaxed' } });
  const first = await start();
  const rows: Row[] = [['primeiro início de todos', '', `${first.readyMs} ms`]];
  await first.stop();
  const server = await start();
  rows.push(['início com dados', '', `${server.readyMs} ms`]);
  const [node, database] = [familyMb(server.child.pid), postgresMb(folder)].map(Math.round);
  rows.push(['memória parado: Node / PostgreSQL', '', `${node} / ${database} MB`]);
  await addPeople(Number(count), folder);
  const baseline = await startBaseline(folder);
  try {
    for await (const row of casesOf(server, baseline.url, Number(count))) rows.push(row);
  } finally {
    baseline.stop();
    await server.stop();
  }
  console.log(table(['', 'contra a régua', 'medida'], rows));
  return 0;
}

async function* casesOf(server: RunningServer, bare: string, count: number): AsyncGenerator<Row> {
  const { url, key, folder, child } = server;
  const perSecond = ({ perSecond: rate, p99 }: Rate) => `${Math.round(rate)}/s, p99 ${ms(p99)}`;
  const median = ({ p50 }: Rate) => `p50 ${ms(p50)}`;
  const insert = () => insertOne(`${url}/rest/v1`, key);
  const insertBarely = () => ask(`${bare}/insert`, { body: enrolment() });
  for (const clients of [1, 16]) {
    const size: [number, number] = [clients > 1 ? 800 : 400, clients];
    const name = `inscrição gravada, ${clients} por vez`;
    yield beside(name, size, insert, insertBarely, perSecond, WARM_UP_ROUNDS);
  }

  const upload = (megabytes: number) => async () => {
    const { bytes, path } = makeSubmission(0, megabytes * MB);
    await uploadOne(`${url}/storage/v1`, key, path, bytes);
  };
  const write = (megabytes: number) => async () => {
    const { bytes, id } = makeSubmission(0, megabytes * MB);
    const file = openSync(join(folder, id), 'w');
    writeSync(file, bytes);
    fdatasyncSync(file);
    closeSync(file);
  };
  for (const size of [1, 5])
    yield beside(`documento de ${size} MB`, [20, 1], upload(size), write(size), median);
  const memory = watch(() => familyMb(child.pid), 50);
  await measure(40, 8, upload(5));
  const { before, most } = memory();
  yield ['8 documentos de 5 MB ao mesmo tempo', '', `+${Math.round(most - before)} MB de memória`];

  const { headers } = await signIn(server);
  const list = () => ask(`${url}/rest/v1/${NEWEST}`, { headers });
  const listBarely = () => ask(`${bare}/newest`);
  yield beside(`as 50 mais novas de ${count.toLocaleString('pt-BR')}`, [200, 1], list, listBarely, median);

  const enter = () =>
    ask(`${url}/auth/v1/token?grant_type=password`, {
      headers: { apikey: key, 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
  const pages = () => measure(300, 1, () => ask(`${url}/projeto-social`));
  yield ['entrada de administrador', '', median(await measure(10, 1, enter))];
  const alone = await pages();
  let over = false;
  const busy = (async () => {
    while (!over) await enter();
  })();
  const meanwhile = await pages();
  over = true;
  await busy;
  const slower = `${(meanwhile.p99 / alone.p99).toFixed(2)} ×`;
  yield ['página durante entradas, p99', slower, ms(meanwhile.p99)];

  const compressed = { headers: { 'Accept-Encoding': 'br' } };
  const page = () => ask(`${url}/projeto-social`, compressed);
  yield ['página da memória, 16 por vez', '', perSecond(await measure(20_000, 16, page))];
}
