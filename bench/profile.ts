import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newFolder } from '../kit/folder.ts';
import { startServer } from '../kit/server.ts';
import { loginOf } from '../prove/owner-client.ts';
import { SUPERUSER } from '../server/postgres/new-cluster.ts';
import { addPeople, insertOne, table } from './measure.ts';

/** Enrolments sent before the counters begin, so that every connection has its plans. */
const WARM_UP = 100;

/** Counts every statement and function that PostgreSQL runs, also those inside others. */
const COUNTERS = `
shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.track = 'all'
track_functions = 'all'
`;

type Counted = { name: string; calls: string; ms: string; wal: string };

/**
 * `npm run bench -- profile 100000 500`: where the time of an enrolment goes, with that many
 * enrolments there and that many sent one by one. Prints the time and the write-ahead log of
 * each, and the statements and functions that PostgreSQL ran for it: calls, milliseconds
 * (of a statement with those inside it, of a function without) and bytes. Meant for a quiet machine.
 */
export async function run([people = '100000', count = '500']: string[]): Promise<number> {
  const folder = newFolder();
  const start = () => startServer({ folder, environment: { LIMITS: 'relaxed' } });
  await (await start()).stop();
  appendFileSync(join(folder, 'postgresql/postgresql.conf'), COUNTERS);
  appendFileSync(join(folder, 'postgresql/pg_hba.conf'), `local all ${SUPERUSER} trust\n`);

  const server = await start();
  const owner = new pg.Client({ ...loginOf(folder), user: SUPERUSER });
  await owner.connect();
  try {
    await owner.query('create extension pg_stat_statements');
    await addPeople(Number(people), folder);
    await owner.query('vacuum analyze');
    for (let sent = 0; sent < WARM_UP; sent += 1) await insertOne(`${server.url}/rest/v1`, server.key);
    const { rows: begin } = await owner.query<{ at: string }>(
      'select pg_current_wal_lsn() as at, pg_stat_statements_reset(), pg_stat_reset()',
    );
    const began = performance.now();
    for (let sent = 0; sent < Number(count); sent += 1) await insertOne(`${server.url}/rest/v1`, server.key);
    const each = (performance.now() - began) / Number(count);
    const { rows: end } = await owner.query<{ bytes: string }>(
      'select round(pg_wal_lsn_diff(pg_current_wal_lsn(), $1) / $2::numeric) as bytes',
      [begin[0]?.at, count],
    );
    const { rows: statements } = await owner.query<Counted>(
      `select case when toplevel then '' else '  ' end || regexp_replace(left(query, 90), '[[:space:]|]+', ' ', 'g') as name,
         round(calls / $1::numeric, 2) as calls, round((total_exec_time / $1)::numeric, 3) as ms,
         round(wal_bytes / $1::numeric) as wal
       from pg_stat_statements where calls >= $1::numeric order by total_exec_time desc limit 20`,
      [count],
    );
    const { rows: functions } = await owner.query<Counted>(
      `select schemaname || '.' || funcname as name, round(calls / $1::numeric, 2) as calls,
         round((self_time / $1)::numeric, 3) as ms, '' as wal
       from pg_stat_user_functions where calls >= $1::numeric / 2 order by self_time desc limit 20`,
      [count],
    );
    console.log(`cada inscrição: ${each.toFixed(2)} ms, ${end[0]?.bytes} bytes de registro (WAL)\n`);
    for (const [title, rows] of [
      ['comando', statements],
      ['função, sem o que ela chama', functions],
    ] as const)
      console.log(
        `${table(
          [title, 'vezes', 'ms', 'WAL'],
          rows.map(({ name, calls, ms, wal }) => [name, calls, ms, wal]),
        )}\n`,
      );
  } finally {
    await owner.end();
    await server.stop();
  }
  return 0;
}
