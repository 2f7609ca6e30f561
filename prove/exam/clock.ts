import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { makeSubmission, sendDocument } from '../../kit/family.ts';
import { newFolder } from '../../kit/folder.ts';
import { runToItsEnd } from '../command.ts';
import { check } from '../kill.ts';
import { askOwner } from '../owner-client.ts';
import { Desk, decide } from './desk.ts';
import { fakeClock } from './fake-clock.ts';
import { checkLedger, enrolOnce, Ledger } from './ledger.ts';
import { healthOf, Site } from './site.ts';

const DAYS = 400;
/** The clean-up runs a minute after a start. */
const CLEAN_UP_MS = 70_000;
const ENROLMENTS = 12;
const DAY_MS = 86_400_000;

type Clock = { site: Site; ledger: Ledger; folder: string };

/**
 * The clock of the server and of PostgreSQL is 400 days ahead at a start, right, 400 days behind, and
 * right again. Nothing is erased by it, sessions end, and with the right clock all goes on.
 */
export async function proveClock(): Promise<void> {
  const folder = newFolder();
  const site = new Site(join(folder, 'data'));
  const clock: Clock = { site, ledger: new Ledger(), folder };
  const work = async () => {
    await site.start();
    let session = await liveRight(clock);
    for (const days of [DAYS, -DAYS]) {
      await site.stop();
      session = await liveWrong(clock, days, session);
      await site.stop();
      session = await liveAfter(clock, days, session);
    }
    await runToItsEnd('retention', [], site.folder);
  };
  await site.prove(work);
}

/** An ordinary first day: enrolments, a decision that will expire, an unclaimed document, the day's clean-up. */
async function liveRight({ site, ledger }: Clock): Promise<string> {
  for (let sent = 0; sent < ENROLMENTS; sent += 1) await enrolOnce(ledger, site.place);
  const desk = new Desk(site.place);
  for (const entry of ledger.entries.slice(0, 6))
    await decide(desk, ledger, entry, (await desk.find(entry.name)) ?? '');
  const { status } = await sendDocument(site.place(), makeSubmission(0));
  check(status === 200, 'a document without an enrolment');
  await pause(CLEAN_UP_MS);
  check((await healthOf(site))?.codes.length === 0, 'all is well before');
  return desk.session;
}

/** A life under the wrong clock; returns its session. */
async function liveWrong({ site, ledger, folder }: Clock, days: number, old: string): Promise<string> {
  await site.start({ through: fakeClock(folder, days * DAY_MS).through });
  const before = await contents(site, ledger);
  const [times] = await askOwner<{ database: number }>(
    site.folder,
    'select extract(epoch from now()) * 1000 as database',
  );
  const moved = (Number(times?.database) - Date.now()) / DAY_MS;
  check(Math.abs(moved - days) < 1, `PostgreSQL’s clock is ${days} days off (${moved})`);
  const served = Date.parse((await fetch(`${site.server.url}/health`)).headers.get('date') ?? '');
  check(Math.abs((served - Date.now()) / DAY_MS - days) < 1, 'so is the server’s');

  const desk = new Desk(site.place);
  check(await isRefused(desk, old), 'a session of another time is over');
  for (let wrong = 0; wrong < 5; wrong += 1) await desk.signIn('uma senha errada');
  check((await desk.signIn()) === 429, 'wrong passwords are throttled');
  const unthrottled = await askOwner(
    site.folder,
    `delete from servidor.limites where key like 'sign-in-account:%' returning key`,
  );
  check(unthrottled.length > 0, 'they were counted');
  check((await desk.signIn()) === 200, 'the right password signs in');
  for (let wrong = 0; wrong < 5; wrong += 1) await new Desk(site.place).signIn('uma senha errada');
  for (let sent = 0; sent < 3; sent += 1) await enrolOnce(ledger, site.place);
  await pause(CLEAN_UP_MS);

  check((await healthOf(site))?.codes.includes('freio') === true, 'health tells of the brake');
  const { status, body } = await desk.rpc('limpeza_parada');
  check(status === 200 && (body as { reason: string }).reason === 'relogio', 'the desk sees it too');
  const after = await contents(site, ledger);
  check(after.documents === before.documents + 3, 'no document is erased');
  const outside = `private.origens where quando not between now() - interval '48 hours' and now()`;
  check((await countOf(site, outside)) === 0, 'hashes of addresses go although retention waits');
  console.log(
    `clock ${days > 0 ? '+' : ''}${days} days: ${after.enrolments} enrolments and ${after.documents} documents whole, the brake told, ${await countOf(site, 'private.origens')} hashes of addresses left, sessions over`,
  );
  return desk.session;
}

/** The clock is right again: everything is there, and goes on. */
async function liveAfter({ site, ledger }: Clock, days: number, wrong: string): Promise<string> {
  await site.start();
  const before = await contents(site, ledger);
  const desk = new Desk(site.place);
  check(await isRefused(desk, wrong), 'a session of the wrong time is over');
  check((await desk.signIn()) === 200, 'nobody waits for what a wrong clock counted');
  const link = await desk.call('POST', `/storage/v1/object/sign/${DOCUMENT_BUCKET}/none`, { expiresIn: 60 });
  check(link.status === 400, 'links are made anew');
  await enrolOnce(ledger, site.place);
  await pause(CLEAN_UP_MS);
  const health = await healthOf(site);
  check(health?.status === 200 && health.codes.length === 0, `all is well again (${health?.codes.join()})`);
  const after = await contents(site, ledger);
  check(after.documents === before.documents + 1, 'every document is there');
  console.log(`clock right after ${days}: ${after.enrolments} enrolments whole, signed in at once, no brake`);
  return desk.session;
}

async function contents(site: Site, ledger: Ledger) {
  const { enrolments } = await checkLedger(site.folder, ledger, true);
  return { enrolments, documents: await countOf(site, 'storage.objects') };
}

async function countOf({ folder }: Site, from: string): Promise<number> {
  const [row] = await askOwner<{ rows: number }>(folder, `select count(*)::integer as rows from ${from}`);
  return row?.rows ?? 0;
}

/** True when a session's token opens no list. */
async function isRefused(desk: Desk, token: string): Promise<boolean> {
  const asked = { filtro: {} };
  const { status, body } = await desk.withToken(token, 'POST', '/rest/v1/rpc/lista_de_inscricoes', asked);
  return [401, 403].includes(status) || (status === 400 && /permissão/.test(JSON.stringify(body)));
}
