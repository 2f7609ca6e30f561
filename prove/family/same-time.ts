import { join } from 'node:path';
import pg from 'pg';
import { makeSubmission, submit } from '../../kit/family.ts';
import { separateEnvironment, startServer } from '../../kit/server.ts';
import { readConfig } from '../../server/core/config.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { runningAt } from '../../server/postgres/cluster.ts';
import { check } from '../kill.ts';

// Part of `npm run prove`: of protocol and birth date, a wrong date takes as long as a protocol
// that nobody has, over HTTP, a thousand tries each way in turns.

const TRIES = Number(process.env.TRIES ?? 1_000);
const ENROLMENTS = 50;
/** Of the medians: their difference, as a share of the smaller one. */
const DIFFERENCE_MAX = 0.03;

export async function run(): Promise<number> {
  const server = await startServer();
  const { ownerPassword } = loadKeys(server.folder, readConfig(separateEnvironment(server.folder)));
  const client = new pg.Client(runningAt(join(server.folder, 'postgresql'), ownerPassword));
  await client.connect();
  try {
    for (let number = 0; number < ENROLMENTS; number += 1) await submit(() => server, makeSubmission(number));
    const { rows } = await client.query<{ protocolo: string }>(
      'select protocolo from public.inscricoes_projeto',
    );
    const ask = async (protocolo: string) => {
      const began = performance.now();
      const answer = await fetch(`${server.url}/rest/v1/rpc/situacao_por_protocolo`, {
        method: 'POST',
        headers: { apikey: server.key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ protocolo, nascimento: '2001-01-01' }),
      });
      const text = await answer.text();
      check(answer.status === 200 && text === 'null', 'every wrong pair is answered with null');
      return performance.now() - began;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let at = 0; at < TRIES + 20; at += 1) {
      await client.query('delete from private.tentativas where true');
      const known = () => ask(rows[at % rows.length]?.protocolo ?? '');
      const unknown = () => ask(String((at * 7_919) % 100_000_000).padStart(8, '0'));
      const [first, second] = at % 2 ? [await known(), await unknown()] : [await unknown(), await known()];
      if (at < 20) continue; // warm-up
      times.known.push(at % 2 ? first : second);
      times.unknown.push(at % 2 ? second : first);
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    const difference = Math.abs(known - unknown) / Math.min(known, unknown);
    console.log(
      `wrong date ${known.toFixed(3)} ms, unknown protocol ${unknown.toFixed(3)} ms, ${(difference * 100).toFixed(1)} % apart`,
    );
    check(difference <= DIFFERENCE_MAX, 'a wrong date takes as long as an unknown protocol');
    return 0;
  } finally {
    await client.end();
    await server.stop();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
