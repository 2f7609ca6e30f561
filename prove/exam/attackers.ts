import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { makeSubmission, sendDocument, sendEnrolment } from '../../kit/family.ts';
import { ADMIN, call } from '../../kit/site.ts';
import type { CurrentSite } from './ledger.ts';

/** One attacker does this again and again, from the address in `headers`; returns the status of the answer, 0 for none. */
type Attack = (place: CurrentSite, headers: Record<string, string>) => Promise<number>;

/** An answer that was lost on the way is waited for no longer. */
const LONGEST_MS = 30_000;
const one = makeSubmission(0, 5 * 1024 * 1024); // its bytes serve for all: making 5 MB costs more than sending them

export const ATTACKS: Record<string, Attack> = {
  'documents of 5 MB': (place, headers) =>
    statusOf(
      sendDocument(place(), { ...one, path: `public/${randomUUID()}_a.pdf` }, { bare: true, headers }),
    ),
  'enrolments with a document': async (place, headers) => {
    const submission = makeSubmission(0, 20_000);
    const status = await statusOf(sendDocument(place(), submission, { bare: true, headers }));
    return status === 200 ? statusOf(sendEnrolment(place(), submission, headers)) : status;
  },
  'wrong passwords': (place, headers) => {
    const body = { email: ADMIN.email, password: randomUUID() };
    return statusOf(call(place(), '/auth/v1/token?grant_type=password', { body, headers }));
  },
  'refresh tokens': (place, headers) => {
    const body = { refresh_token: randomBytes(6).toString('hex') };
    return statusOf(call(place(), '/auth/v1/token?grant_type=refresh_token', { body, headers }));
  },
  'big lists': (place, headers) => {
    const list = `/rest/v1/inscricoes_projeto?select=*&order=created_at&limit=100000`;
    return statusOf(call(place(), list, { headers: { Prefer: 'count=exact', ...headers } }));
  },
  'slow bodies': sendSlowly,
};

/** The status of an answer, once its body is there. */
async function statusOf(asked: Promise<Response>): Promise<number> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer.status;
}

/** Half a megabyte, then a byte a second until it is cut. */
function sendSlowly(place: CurrentSite, headers: Record<string, string>): Promise<number> {
  const { url, key } = place();
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    const drip = setInterval(() => socket.write('%'), 1_000);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(drip);
      resolve(0); // cut
    });
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /storage/v1/object/${DOCUMENT_BUCKET}/public/${randomUUID()}_a.pdf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `${more.join('')}Content-Type: application/pdf\r\nContent-Length: 4000000\r\n\r\n%PDF-1.4\n${' '.repeat(500_000)}`,
    );
  });
}

/** For each kind of attack, how often each status was answered; it is filled while they attack. */
export type Statuses = Map<string, Map<number, number>>;

/** An address of its own for each kind attacks until `open()` is false, with two calls on the way at once. */
export async function attackFrom(
  place: CurrentSite,
  open: (statuses: Statuses) => boolean,
  attacks: Record<string, Attack>,
): Promise<Statuses> {
  const statuses: Statuses = new Map(Object.keys(attacks).map((kind) => [kind, new Map()]));
  const attacking = Object.entries(attacks).map(async ([kind, attack], at) => {
    const answers = statuses.get(kind) ?? new Map<number, number>();
    const headers = { 'X-Forwarded-For': `127.0.0.${at + 10}` };
    const again = async () => {
      while (open(statuses)) {
        const status = await Promise.race([attack(place, headers), pause(LONGEST_MS, 0)]).catch(() => 0);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 429) await pause(200); // as often as a script would, not as a loop could
      }
    };
    await Promise.all([again(), again()]);
  });
  await Promise.all(attacking);
  return statuses;
}
