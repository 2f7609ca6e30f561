import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { makeSubmission, type Submission, sendEnrolment } from '../../kit/family.ts';
import { NO_SPACE } from '../../server/core/disk-space.ts';
import { ballastFile } from '../../server/postgres/ballast.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check, eventually } from '../kill.ts';
import { type Desk, decide, erase, NoAnswer } from './desk.ts';
import { killInside } from './kill-kinds.ts';
import { type Ledger, startFamilies } from './ledger.ts';
import { healthOf, partsIn, type Site, waitForHealth } from './site.ts';
import type { SmallDisk } from './small-disk.ts';

export type FullDisk = { disk: SmallDisk; copies: SmallDisk; site: Site; ledger: Ledger; desk: Desk };

/** The ballast is given up once a minute, and PostgreSQL tried again after a minute at most. */
const DESK_LIMIT_MS = 150_000;
/** The ballast is given up within five seconds. */
const SIGN_IN_LIMIT_MS = 15_000;
/**
 * Steps of the proof, each named for the moment at which the disk fills up. Each returns a short description
 * of the outcome; the disk is cleared afterwards.
 */
export const DISK_STEPS: Record<string, (full: FullDisk) => Promise<string>> = {
  'during an upload': async ({ disk, site }) => {
    const submission = makeSubmission(1, 4_000_000);
    const reply = await uploadSlowly(site, submission, () => disk.leave(0));
    await checkNoSpace(reply);
    check(partsIn(site.folder) === 0, 'nothing of it is left');
    return '507';
  },

  'during enrolments': async ({ disk, site, ledger }) => {
    const families = startFamilies(ledger, site.place, { families: 8, pauseMs: 0, bytes: 30_000 });
    await pause(2_000);
    const before = ledger.acknowledged.length;
    disk.leave(0);
    const statuses = new Map<number, number>();
    for (let asked = 0; asked < 40; asked += 1) {
      const submission = makeSubmission(4);
      ledger.begin(submission);
      const answer = await sendEnrolment(site.place(), { ...submission, path: '' });
      if (answer.status !== 400) await checkDoneOrLater(answer, 201);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      await pause(100);
    }
    const meanwhile = ledger.acknowledged.length - before;
    disk.clear();
    await families.stop();
    return `${[...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')}, ${meanwhile} were still taken; the families went on`;
  },

  'during decisions and erasing': async ({ disk, site, ledger, desk }) => {
    disk.leave(0);
    const began = performance.now();
    const signedInMs = await signInWithin(desk);
    let later = 0;
    for (const [at, entry] of ledger.standing.slice(0, 8).entries()) {
      for (;;) {
        check(performance.now() - began < DESK_LIMIT_MS, 'reading, deciding and erasing go on');
        try {
          const id = await desk.find(entry.name);
          if (id === null)
            entry.erased = 'yes'; // its answer was lost
          else if (at % 2 === 0) await decide(desk, ledger, entry, id);
          else if (!(await erase(desk, ledger, entry, id))) throw new NoAnswer('507');
          break;
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          later += 1;
          await pause(250);
        }
      }
    }
    check(disk.freeBytes() < 100 * 1024 * 1024, 'the disk was full meanwhile');
    const health = await healthOf(site);
    check(health?.codes.includes('disco') === true, 'health says so');
    return `signed in after ${signedInMs} ms; list, 4 decisions and 4 erasures done in ${Math.round(performance.now() - began)} ms, ${later} of them asked again`;
  },

  'during a backup': async ({ disk, copies, site }) => {
    const to = join(copies.folder, 'copias');
    copies.leave(500_000);
    const { code, last } = await startCommand('backup', ['--to', to], site.folder).ended;
    check(code !== 0 && /espaço|encheu/.test(last), `a copy without space says so (${code}: ${last})`);
    check(copiesIn(to).length === 0, 'nothing there is taken for a copy');
    copies.clear();
    await runToItsEnd('backup', ['--to', to], site.folder);
    disk.leave(0);
    const beside = await startCommand('backup', ['--to', to], site.folder).ended;
    check(beside.code === 0, `a copy to another disk is made although the site's is full (${beside.output})`);
    check(copiesIn(to).length === 2, 'what is there is whole');
    await waitForHealth(site, DESK_LIMIT_MS);
    return `refused where the copies are full (${last}); made although the site's own disk was full`;
  },

  'while PostgreSQL is killed': async ({ disk, site, desk }) => {
    disk.leave(0);
    check(killInside('postmaster', site.folder), 'PostgreSQL ran');
    await pause(200);
    const backMs = await waitForHealth(site, DESK_LIMIT_MS);
    check(!existsSync(ballastFile(site.folder)), 'the ballast was given up');
    await signInWithin(desk);
    return `back in ${Math.round(backMs)} ms by means of the ballast`;
  },

  'while the server starts': async ({ disk, site, desk }) => {
    await site.stop();
    disk.leave(0);
    const { readyMs } = await site.start();
    await signInWithin(desk);
    const { status } = await desk.rpc('lista_de_inscricoes', { filtro: {} });
    check(status === 200, 'reading goes on');
    return `ready in ${readyMs} ms by means of the ballast`;
  },
};

/** Milliseconds until somebody at the desk has signed in, who tries again as a person does. */
async function signInWithin(desk: Desk): Promise<number> {
  const signsIn = async () => (await desk.signIn().catch(() => 0)) === 200;
  return Math.round(await eventually('sign-in goes on', SIGN_IN_LIMIT_MS, signsIn, 1_000));
}

/** Throws unless it is the refusal for want of space, in the shape and with the sentence of the contract. */
async function checkNoSpace(answer: Response): Promise<void> {
  const [status, text] = [answer.status, await answer.text()];
  check(status === 507, `want of space is told with 507 (${status} ${text})`);
  const body = JSON.parse(text) as { code: string; message: string };
  check(body.code === '53100' && body.message === NO_SPACE, `in the shape of the contract (${text})`);
}

/** Throws unless it was done, or refused so that the page tries again: 507, or 503, each with a sentence. */
async function checkDoneOrLater(answer: Response, done: number): Promise<void> {
  const [status, text] = [answer.status, await answer.text()];
  if (status === done) return;
  check(status === 507 || status === 503, `it is done, or refused until later (${status} ${text})`);
  check(/Tente de novo/.test((JSON.parse(text) as { message: string }).message), `in words (${text})`);
}

const copiesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('copia-')) : [];

/** Sends half of a document, calls `amid`, and sends the rest. */
async function uploadSlowly(
  { place }: Site,
  { path, bytes }: Submission,
  amid: () => void,
): Promise<Response> {
  const { url, key } = place();
  const half = bytes.length / 2;
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/pdf',
    'Content-Length': bytes.length,
  };
  const call = request(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, { method: 'POST', headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.write(bytes.subarray(0, half));
  await pause(500);
  amid();
  call.end(bytes.subarray(half));
  const [answer] = await answered;
  return new Response(await text(answer), { status: answer.statusCode });
}
