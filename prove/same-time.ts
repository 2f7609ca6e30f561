import { makeSubmission, submit } from '../kit/family.ts';
import { startServer } from '../kit/server.ts';
import { call } from '../kit/site.ts';
import { check } from './kill.ts';
import { percentile } from './measure.ts';
import { connectOwner } from './owner-client.ts';

// Part of `npm run prove`: of protocol and birth date, a wrong date takes as long as a protocol
// that nobody has, over HTTP, a thousand tries each way in turns.

const TRIES = Number(process.env.TRIES ?? 1_000);
const ENROLMENTS = 50;
/** Of the medians: their difference, as a share of the smaller one. */
const DIFFERENCE_MAX = 0.03;

export async function run(): Promise<number> {
  const server = await startServer();
  const owner = await connectOwner(server.folder);
  try {
    for (let number = 0; number < ENROLMENTS; number += 1) await submit(() => server, makeSubmission(number));
    const { rows } = await owner.query<{ protocolo: string }>(
      'select protocolo from public.inscricoes_projeto',
    );
    const ask = async (protocolo: string) => {
      const began = performance.now();
      const body = { protocolo, nascimento: '2001-01-01' };
      const answer = await call(server, '/rest/v1/rpc/situacao_por_protocolo', { body });
      const text = await answer.text();
      check(answer.status === 200 && text === 'null', 'every wrong pair is answered with null');
      return performance.now() - began;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let at = 0; at < TRIES + 20; at += 1) {
      await owner.query('delete from private.tentativas where true');
      const known = () => ask(rows[at % rows.length]?.protocolo ?? '');
      const unknown = () => ask(String((at * 7_919) % 100_000_000).padStart(8, '0'));
      const [first, second] = at % 2 ? [await known(), await unknown()] : [await unknown(), await known()];
      if (at < 20) continue; // warm-up
      times.known.push(at % 2 ? first : second);
      times.unknown.push(at % 2 ? second : first);
    }
    const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)];
    const difference = Math.abs(known - unknown) / Math.min(known, unknown);
    console.log(
      `wrong date ${known.toFixed(3)} ms, unknown protocol ${unknown.toFixed(3)} ms, ${(difference * 100).toFixed(1)} % apart`,
    );
    check(difference <= DIFFERENCE_MAX, 'a wrong date takes as long as an unknown protocol');
    return 0;
  } finally {
    await owner.end();
    await server.stop();
  }
}
