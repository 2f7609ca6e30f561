import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brazilianMoment } from '../../domain/dates.ts';
import type { Role } from '../../domain/roles.ts';
import { signIn } from '../../kit/desk.ts';
import { receiveAlerts } from '../../kit/listen.ts';
import { startServer } from '../../kit/server.ts';
import type { Account } from '../../kit/site.ts';
import { runToItsEnd } from '../command.ts';
import { canFakeClock, fakeClock } from '../exam/fake-clock.ts';
import { Site } from '../exam/site.ts';
import { check, eventually } from '../kill.ts';
import { askOwner } from '../owner-client.ts';
import { bringBack } from './bring-back.ts';
import { type Family, fill, uploadDocument, victimOf, waitForClock, writeOwnNote } from './desk-site.ts';
import { ALERT_LIMIT_MS, proveKnownPassword } from './known-password.ts';
import { checkCopies, countInFollowUps, countLosses, type Losses } from './losses.ts';
import { filesIn, lostOf, type SiteState, stateOf } from './state.ts';
import { Thief } from './thief.ts';

// `npm run prove -- stolen-session`: the tokens of a session of the desk are stolen, at last with the password, and for an hour
// everything is called that may destroy something. What is gone for good is counted, what the owner
// was alerted of is heard, and a direção brings back the rest. With root and faketime the hour is one
// by the clocks of server and PostgreSQL; otherwise five minutes are waited for, and the calls come at once.

const MINUTE_MS = 60_000;
/** From the victim's sign-in on: minutes at which everything is tried. */
const PARTS: readonly {
  role: Role;
  fresh: boolean;
  minutes: readonly number[];
  alerts: readonly string[];
}[] = [
  { role: 'secretaria', fresh: false, minutes: [6, 64], alerts: ['muitas_leituras', 'muitas_correcoes'] },
  { role: 'direcao', fresh: false, minutes: [6, 64], alerts: ['muitas_leituras', 'muitas_correcoes'] },
  {
    role: 'direcao',
    fresh: true,
    minutes: [0, 4, 50],
    alerts: ['apagou_muito', 'contas_desligadas', 'conta_desligada', 'muitas_leituras'],
  },
];

type Part = (typeof PARTS)[number];

/** A site whose clock can be moved on, where the machine can. */
function makeClock(folder: string, site: Site) {
  const moved = canFakeClock() ? fakeClock(folder, 0) : null;
  let passedMs = 0;
  return {
    through: moved?.through ?? [],
    nowMs: () => Date.now() + passedMs,
    /**
     * Waits until `minutes` after `beganMs` by the site's clock; where that cannot be moved, six minutes at
     * most.
     */
    reach: async (beganMs: number, minutes: number) => {
      const leftMs = beganMs + minutes * MINUTE_MS - (Date.now() + passedMs);
      if (leftMs <= 0) return;
      if (!moved) return pause(Math.min(leftMs, Math.max(0, beganMs + 6 * MINUTE_MS - Date.now())));
      passedMs += leftMs;
      moved.move(passedMs);
      await waitForClock(site, beganMs + minutes * MINUTE_MS - 1_000);
      await pause(11_000); // PostgreSQL's processes look each by themselves
    },
  };
}

/** `npm run prove -- stolen-session 3` takes the third part alone; the fourth has the password. */
export async function run([only]: string[]): Promise<number> {
  if (!canFakeClock()) console.log('The clock stays: that needs root and the package faketime.');
  for (const [at, part] of PARTS.entries())
    if (only === undefined || only === String(at + 1)) await provePart(part);
  if (only === undefined || only === '4') await proveKnownPassword();
  console.log('Every promise holds.');
  return 0;
}

async function provePart(part: Part): Promise<void> {
  const above = mkdtempSync(join(tmpdir(), 'cc-stolen-'));
  chmodSync(above, 0o755); // root's PostgreSQL account passes through
  const copies = join(above, 'copias');
  mkdirSync(copies);
  const receiver = await receiveAlerts();
  const site = new Site(join(above, 'data'), {
    ALERT_URL: receiver.url,
    BACKUP_DIR: copies,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const clock = makeClock(above, site);
  let finish = async () => {};
  const work = async () => {
    await site.start({ through: clock.through });
    const families = await fill(site);
    const victim = victimOf(part.role);
    await writeOwnNote(site, victim, families[5] as Family);
    const copy = await runToItsEnd('backup', [], site.folder, { BACKUP_DIR: copies });
    const [beganMs, copied] = [clock.nowMs(), filesIn(copies)];
    const since = brazilianMoment(new Date(beganMs - MINUTE_MS));
    const before = await stateOf(site.folder);
    const { session } = await signIn(site.place(), victim);
    const thief = new Thief(site.place(), session as never);
    await steal(part, victim, site, thief, clock, beganMs);
    const heard = () => [
      ...new Set(receiver.alerts.flatMap(({ text }) => /\((\w+)\)$/.exec(text)?.[1] ?? [])),
    ];
    const promise = () => `the owner hears ${part.alerts.join(', ')} (heard ${heard().join(', ')})`;
    await eventually(promise, ALERT_LIMIT_MS, () => part.alerts.every((code) => heard().includes(code)), 500);
    await clock.reach(beganMs, 70); // wrong passwords of the thief's keep the account waiting for five minutes
    const done = await bringBack(site, families, before, victim, beganMs);
    check(await thief.isOut(), 'the stolen session is over');
    const losses = countLosses(part.fresh, families, before, await stateOf(site.folder), done);
    checkCopies(copied, filesIn(copies), losses.hashes);
    report(part, thief, heard(), losses, done);
    finish = () => checkRestored(part.fresh, copy, join(above, 'volta'), since, families, before);
  };
  await site.prove(work, () => {});
  await finish();
  await receiver.close();
  rmSync(above, { recursive: true });
}

/** Everything that a thief can call, at each of the part's minutes, until the session ends. */
async function steal(
  { role, fresh, minutes: at }: Part,
  victim: Account,
  site: Site,
  thief: Thief,
  clock: ReturnType<typeof makeClock>,
  beganMs: number,
) {
  const tables = await askOwner<{ schema: string; name: string }>(
    site.folder,
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'private', 'auth', 'storage', 'servidor')`,
  );
  const accounts = await askOwner<{ id: string }>(
    site.folder,
    `select user_id as id from private.administradores order by papel, criado_em`,
  );
  const ids = accounts.map(({ id }) => id);
  for (const minutes of at) {
    await clock.reach(beganMs, minutes);
    if (fresh) thief.tokens = (await signIn(site.place(), victim)).session as never;
    check(await thief.refresh(), 'nobody has ended the stolen session yet');
    await thief.copyTheList();
    const upload = () => uploadDocument(site);
    await thief.callEverything({ accounts: ids, nowMs: clock.nowMs(), upload });
    await thief.writeEverywhere(tables, ids);
    const calls = [...thief.answered.values()].reduce((all, { done, refused }) => all + done + refused, 0);
    console.log(`${role}, minute ${minutes}: ${calls} calls`);
  }
}

/** The copy from before gives back what a direção cannot: all but what was due, byte for byte. */
async function checkRestored(
  fresh: boolean,
  copy: string,
  folder: string,
  since: string,
  families: readonly Family[],
  before: SiteState,
): Promise<void> {
  await runToItsEnd('restore', [copy, '--devolver-apagadas-desde', since], folder);
  const restored = await startServer({ folder });
  const after = await stateOf(folder);
  await restored.stop();
  const own = families.filter(({ kind }) => kind === 'own');
  const lost = [...lostOf(before.enrolments, after.enrolments), ...lostOf(before.documents, after.documents)];
  const isOwn = (key: string) =>
    own.some(({ id, path }) => path === key || before.enrolments.get(key)?.includes(id));
  check(
    fresh ? !lost.some(isOwn) : lost.length === 0,
    'the copy from before holds every enrolment and document, those erased for a family too',
  );
  const given = countInFollowUps(before, after, new Map());
  check(given === 0, 'and every note, and what a family gave later, in its place');
  console.log(
    `  the copy from before: ${after.enrolments.size} enrolments, ${after.documents.size} documents, whole`,
  );
}

function report(
  { role, fresh }: Part,
  thief: Thief,
  heard: string[],
  losses: Losses,
  done: Awaited<ReturnType<typeof bringBack>>,
): void {
  const calls = [...thief.answered.values()];
  const sum = (which: 'done' | 'refused') => calls.reduce((all, each) => all + each[which], 0);
  const { due, given } = losses;
  console.log(`${role}, ${fresh ? 'with the password' : 'no password'}: ${sum('done')} calls answered, ${sum('refused')} refused
  gone for good: ${due} enrolments that were due
  written over, and read in the history: ${given} names and telephones that families gave later
  brought back by a direção: ${done.fromBin} enrolments from the bin, ${done.corrected.answers} answers, ${done.corrected.requests} requests, ${done.decided} decisions, ${done.accounts} accounts; ${done.links} links made for those that were ended
  alerted: ${heard.join(', ')}`);
}
