import { setTimeout as pause } from 'node:timers/promises';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { makeSubmission, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { call } from '../../kit/site.ts';
import { check } from '../kill.ts';
import { percentile } from '../measure.ts';

// `npm run prove -- polled`: a hundred addresses ask without end for the situation of somebody else,
// by protocol and birth date, and thirty families read theirs, each within five seconds.

const POLLERS = 100;
const FAMILIES = 30;
const SLOWEST_MS = 5_000;

export async function run(): Promise<number> {
  const server = await startServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const families = Array.from({ length: FAMILIES }, (_, at) => makeSubmission(at, 2_000));
  const from = (network: number, at: number) => ({ 'X-Forwarded-For': `127.0.${network}.${at + 1}` });
  const situationOf = (protocolo: string, nascimento: string, headers: Record<string, string>) =>
    call(server, '/rest/v1/rpc/situacao_por_protocolo', { body: { protocolo, nascimento }, headers });
  try {
    for (const [at, family] of families.entries()) await submit(() => server, family, `127.0.7.${at + 1}`);
    const looked = { 200: 0, 429: 0 };
    let open = true;
    const polling = Array.from({ length: POLLERS }, async (_, at) => {
      while (open) {
        const answer = await situationOf(protocolOf(families[0]?.id ?? ''), '2001-01-01', from(8, at));
        check(
          answer.status === 200 || answer.status === 429,
          `a wrong pair is looked at or waits (${answer.status})`,
        );
        looked[answer.status as 200 | 429] += 1;
        await answer.text();
      }
    });
    while (looked[200] < POLLERS * 10) await Promise.race([pause(50), ...polling]); // each has used up its own
    const times: number[] = [];
    for (const [at, { id }] of families.entries()) {
      const began = performance.now();
      const answer = await situationOf(protocolOf(id), '2012-03-05', from(7, at));
      const said = (await answer.json()) as { situacao?: string };
      times.push(performance.now() - began);
      check(said.situacao === 'nova', `family ${at + 1} reads its situation (${answer.status})`);
    }
    open = false;
    await Promise.all(polling);
    console.log(
      `${FAMILIES} families beside ${POLLERS} addresses that asked ${looked[200] + looked[429]} times: ` +
        `median ${percentile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    );
    check(Math.max(...times) < SLOWEST_MS, 'each within five seconds');
    check(looked[200] === POLLERS * 10, 'of each address ten wrong pairs are looked at');
    return 0;
  } finally {
    await server.stop();
  }
}
