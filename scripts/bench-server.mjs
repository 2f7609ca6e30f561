// `npm run bench:server`: the server against yardsticks of the same minute — a bare
// node:http + pg server over the same PostgreSQL, and a write with fdatasync of the
// same bytes. Prints the table that the README holds. Meant for a quiet machine.

import { execFileSync, fork } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { built, ensureBuilt, ensureInstalled, fail } from './ensure.mjs';
import { ADMIN, APART, startServer } from './server.mjs';
import { asAdministrator, BUCKET, makeSubmission } from './submission.mjs';

const INSERTS = 400;
const ROWS = 100_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request over a kept connection; gives status and body. */
function ask(address, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const call = request(address, { method, headers, agent }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
    });
    call.once('error', reject);
    call.end(body);
  });
}

function sortedAt(values, part) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
}

/** `count` calls by `clients` at once: a second's worth, the median and the slowest hundredth, in ms. */
async function measure(count, clients, call) {
  const times = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const number = next++;
        const start = performance.now();
        await call(number);
        times.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, p50: sortedAt(times, 0.5), p99: sortedAt(times, 0.99) };
}

/** Ours and the yardstick in turns, so that a slow second is shared; the rounds' medians. */
async function compare(ours, yardstick, rounds = 5) {
  const runs = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = { yardstick: await yardstick(), ours: await ours() };
    if (round > 0) runs.push(pair); // the first one warms
  }
  const medianOf = (pick) => sortedAt(runs.map(pick), 0.5);
  return {
    ratio: medianOf((run) => run.ours.perSecond / run.yardstick.perSecond),
    perSecond: medianOf((run) => run.ours.perSecond),
    p50: medianOf((run) => run.ours.p50),
    p99: medianOf((run) => run.ours.p99),
  };
}

function succeeded({ status, body }) {
  if (status >= 300) throw new Error(`${status} ${body}`);
}

/** PostgreSQL's own login over its socket, as the server of this folder uses it. */
function ownerConnection(dataDir) {
  const [pid, , , port, host] = readFileSync(postmasterFile(dataDir), 'utf8').split('\n');
  const { ownerPassword } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
  return { pid: Number(pid), login: { host, port: Number(port), user: 'postgres', password: ownerPassword } };
}

const postmasterFile = (dataDir) => join(dataDir, 'postgresql/postmaster.pid');

/** Resident memory of a process and its children, in MB; pages they share are counted once. */
function memoryOf(pid) {
  const pids = execFileSync('ps', ['-o', 'pid=', '--pid', String(pid), '--ppid', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/);
  const kilobytes = pids.map((each) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

const row = (values) => `| ${values.join(' | ')} |`;
const ms = (value) => value.toFixed(1);

async function insertRows({ url, key }, yardstickUrl, clients) {
  const headers = {
    apikey: key,
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Prefer: 'return=minimal',
  };
  const body = () => JSON.stringify(makeSubmission(0).row);
  const ours = async () =>
    succeeded(await ask(`${url}/rest/v1/inscricoes_projeto`, { method: 'POST', headers, body: body() }));
  const yardstick = async () =>
    succeeded(await ask(`${yardstickUrl}/insert`, { method: 'POST', body: body() }));
  const count = INSERTS * (clients > 1 ? 2 : 1);
  const { ratio, perSecond, p99 } = await compare(
    () => measure(count, clients, ours),
    () => measure(count, clients, yardstick),
  );
  return row([
    `inscrição gravada, ${clients} por vez`,
    `${ratio.toFixed(2)} ×`,
    `${Math.round(perSecond)}/s, p99 ${ms(p99)} ms`,
  ]);
}

async function uploads({ url, key }, folder, megabytes) {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/pdf' };
  const size = megabytes * 1024 * 1024;
  const ours = async () => {
    const { bytes, path } = makeSubmission(0, size);
    succeeded(
      await ask(`${url}/storage/v1/object/${BUCKET}/${path}`, { method: 'POST', headers, body: bytes }),
    );
  };
  const yardstick = async () => {
    const { bytes, id } = makeSubmission(0, size);
    const file = openSync(join(folder, id), 'w');
    writeSync(file, bytes);
    fdatasyncSync(file);
    closeSync(file);
  };
  const { ratio, p50 } = await compare(
    () => measure(20, 1, ours),
    () => measure(20, 1, yardstick),
  );
  return row([`documento de ${megabytes} MB`, `${ratio.toFixed(2)} ×`, `p50 ${ms(p50)} ms`]);
}

/** Growth of the server's memory while eight documents of 5 MB arrive at once. */
async function uploadMemory({ url, key, child }) {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/pdf' };
  const before = memoryOf(child.pid);
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryOf(child.pid));
  }, 50);
  await measure(40, 8, async () => {
    const { bytes, path } = makeSubmission(0, 5 * 1024 * 1024);
    succeeded(
      await ask(`${url}/storage/v1/object/${BUCKET}/${path}`, { method: 'POST', headers, body: bytes }),
    );
  });
  clearInterval(watch);
  return row(['8 documentos de 5 MB ao mesmo tempo', '', `+${Math.round(highest - before)} MB de memória`]);
}

async function newestFifty({ url, key }, yardstickUrl) {
  const { headers } = await asAdministrator({ url, key });
  const list = `${url}/rest/v1/inscricoes_projeto?select=*&order=created_at.desc&limit=50`;
  const { ratio, p50 } = await compare(
    () => measure(200, 1, async () => succeeded(await ask(list, { headers }))),
    () => measure(200, 1, async () => succeeded(await ask(`${yardstickUrl}/newest`))),
  );
  return row([
    `as 50 mais novas de ${ROWS.toLocaleString('pt-BR')}`,
    `${ratio.toFixed(2)} ×`,
    `p50 ${ms(p50)} ms`,
  ]);
}

async function signIns({ url, key }) {
  const signIn = async () =>
    succeeded(
      await ask(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: key, 'Content-Type': 'application/json' },
        body: JSON.stringify(ADMIN),
      }),
    );
  const pages = () => measure(300, 1, async () => succeeded(await ask(`${url}/projeto-social`)));
  const { p50 } = await measure(10, 1, signIn);
  const alone = await pages();
  let over = false;
  const busy = (async () => {
    while (!over) await signIn();
  })();
  const beside = await pages();
  over = true;
  await busy;
  return [
    row(['entrada de administrador', '', `p50 ${ms(p50)} ms`]),
    row(['página durante entradas, p99', `${(beside.p99 / alone.p99).toFixed(2)} ×`, `${ms(beside.p99)} ms`]),
  ];
}

async function precompressed({ url }) {
  const headers = { 'Accept-Encoding': 'br' };
  const { perSecond, p99 } = await measure(20_000, 16, async () => {
    succeeded(await ask(`${url}/projeto-social`, { headers }));
  });
  return row(['página da memória, 16 por vez', '', `${Math.round(perSecond)}/s, p99 ${ms(p99)} ms`]);
}

/** Fills the list with `ROWS` artificial enrolments, and the yardstick's table with the same. */
async function fillList(dataDir, login) {
  const { demo } = await built('demo.js');
  const home = { ...process.env, DATA_DIR: dataDir, ...APART };
  if ((await demo([String(ROWS)], home, () => {})) !== 0) throw new Error('the people could not be added');
  const owner = new pg.Client({ ...login, database: 'postgres' });
  await owner.connect();
  await owner.query('create table public.medida (like public.inscricoes_projeto including all)');
  const { rows: found } = await owner.query(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = 'medida' and is_generated = 'NEVER'`);
  const { columns } = found[0];
  await owner.query(
    `insert into public.medida (${columns}) select ${columns} from public.inscricoes_projeto`,
  );
  await owner.query('analyze');
  await owner.end();
}

try {
  ensureInstalled();
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-bench-'));
  const start = () => startServer({ folder: dataDir, environment: { LIMITS: 'relaxed' } });
  let server = await start();
  const lines = [row(['primeiro início de todos', '', `${server.readyMs} ms`])];
  await server.stop();
  server = await start();
  lines.push(row(['início com dados', '', `${server.readyMs} ms`]));
  const postgres = ownerConnection(dataDir);
  lines.push(
    row([
      'memória parado: Node / PostgreSQL',
      '',
      `${Math.round(memoryOf(server.child.pid))} / ${Math.round(memoryOf(postgres.pid))} MB`,
    ]),
  );
  await fillList(dataDir, postgres.login);
  const yardstick = fork(new URL('./bench-yardstick.mjs', import.meta.url), {
    env: { ...process.env, LOGIN: JSON.stringify(postgres.login) },
  });
  const yardstickUrl = await new Promise((resolve) => yardstick.once('message', resolve));

  lines.push(await insertRows(server, yardstickUrl, 1), await insertRows(server, yardstickUrl, 16));
  lines.push(
    await uploads(server, dataDir, 1),
    await uploads(server, dataDir, 5),
    await uploadMemory(server),
  );
  lines.push(
    await newestFifty(server, yardstickUrl),
    ...(await signIns(server)),
    await precompressed(server),
  );

  yardstick.kill();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  console.log(['| | contra a régua | medida |', '|---|--:|--:|', ...lines].join('\n'));
  process.exit(0);
} catch (error) {
  fail(error);
}
