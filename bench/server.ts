import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../kit/server.ts';
import { startBaseline } from './baseline.ts';
import { table } from './measure.ts';
import { addPeople } from './people.ts';
import { memoryOf, postgresOf } from './processes.ts';
import {
  insertRows,
  newestFifty,
  precompressed,
  type Row,
  signIns,
  uploadMemory,
  uploads,
} from './server-cases.ts';

/**
 * `npm run bench:server -- 100000`: the server with so many enrolments, against
 * baselines measured in the same minute: a bare node:http + pg server over the same
 * PostgreSQL, and a write with fdatasync of the same bytes. Prints a table. Meant for
 * a quiet machine.
 */
export async function run([count = '100000']: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-bench-'));
  const start = () => startServer({ folder, environment: { LIMITS: 'relaxed' } });
  const first = await start();
  const rows: Row[] = [['primeiro início de todos', '', `${first.readyMs} ms`]];
  await first.stop();
  const server = await start();
  rows.push(['início com dados', '', `${server.readyMs} ms`]);
  const postgres = postgresOf(folder);
  const [node, database] = [memoryOf(server.child.pid), memoryOf(postgres.pid)].map(Math.round);
  rows.push(['memória parado: Node / PostgreSQL', '', `${node} / ${database} MB`]);
  await addPeople(Number(count), folder);
  const baseline = await startBaseline(folder, postgres.login);
  try {
    rows.push(await insertRows(server, baseline.url, 1), await insertRows(server, baseline.url, 16));
    rows.push(await uploads(server, 1), await uploads(server, 5), await uploadMemory(server));
    rows.push(await newestFifty(server, baseline.url, Number(count)));
    rows.push(...(await signIns(server)), await precompressed(server));
  } finally {
    baseline.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(table(['', 'contra a régua', 'medida'], rows));
  return 0;
}
