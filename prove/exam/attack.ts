import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, sendDocument, sendEnrolment } from '../../kit/family.ts';
import { runToItsEnd } from '../command.ts';
import { check } from '../kill.ts';
import { attackFrom, type Statuses } from './attackers.ts';
import { inBackground } from './background.ts';
import { checkLedger } from './check-ledger.ts';
import { Desk, decide, erase, NoAnswer } from './desk.ts';
import { Ledger } from './ledger.ts';
import { checkNothingLeft } from './leftovers.ts';
import { diskOf, memoryOf, Times } from './measure.ts';
import { Site } from './site.ts';

const MINUTES = Number(process.env.MINUTES ?? 5);
const ATTACKERS = 20;
const FAMILIES = 30;
/** As a photo that the browser made smaller. */
const DOCUMENT_BYTES = 300_000;
/** A family of these sends again after so many seconds at most. */
const AGAIN_S = 30;

/** What holds while 20 addresses attack a machine of two processors that also runs the attackers. */
const BOUNDS = {
  enrolP95Ms: 5_000,
  signInP95Ms: 5_000,
  deskP95Ms: 3_000,
  nodeMb: 400,
  postgresMb: 400,
  /** UPLOAD_DAY_MB, what each address may send above it, and the database. */
  diskMb: 3_500,
} as const;

type Work = { site: Site; ledger: Ledger; enrol: Times; signIn: Times; read: Times; write: Times };

/** Twenty addresses attack with ordinary limits; thirty families enrol beside them and the desk works, at every moment. */
export async function proveAttacks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-exam-attack-'));
  chmodSync(folder, 0o755); // root's PostgreSQL account passes through
  const site = new Site(join(folder, 'data'), { TRUSTED_PROXIES: '127.0.0.1' });
  const [enrol, signIn, read, write] = [new Times(), new Times(), new Times(), new Times()];
  const work: Work = { site, ledger: new Ledger(), enrol, signIn, read, write };
  try {
    await waitForFullHour();
    await site.start();
    const desk = new Desk(site.place, { 'X-Forwarded-For': '127.0.2.1' });
    check((await desk.signIn()) === 200, 'the device is known before');
    const before = { ...memoryOf(site.server.child.pid, site.folder), disk: diskOf(site.folder) };
    const most = { ...before };
    const until = performance.now() + MINUTES * 60_000;
    const attackers = Array.from({ length: ATTACKERS }, (_, at) => `127.0.0.${at + 10}`);
    const honest = [
      ...Array.from({ length: FAMILIES }, (_, at) =>
        inBackground((open) => enrolAgainAndAgain(work, `127.0.1.${at + 1}`, open)),
      ),
      inBackground((open) => workAtTheDesk(work, desk, open)),
    ];
    const attacking = attackFrom(site.place, attackers, () => performance.now() < until);
    while (performance.now() < until) {
      await pause(1_000);
      for (const each of honest) each.check();
      const now = memoryOf(site.server.child.pid, site.folder);
      most.node = Math.max(most.node, now.node);
      most.postgres = Math.max(most.postgres, now.postgres);
    }
    await Promise.all(honest.map((each) => each.stop()));
    const statuses = await attacking;
    most.disk = diskOf(site.folder);
    report(work, statuses, before, most);
    checkBounds(work, most);
    const flood = await eraseFloods(desk);
    console.log(`the desk then erased ${flood} enrolments of floods`);
    await checkHonest(work);
    await runToItsEnd('audit', [], site.folder);
    await site.stop();
    checkNothingLeft(site.folder);
  } catch (error) {
    console.error(site.tellAll());
    throw error;
  } finally {
    site.kill();
    await pause(500);
    rmSync(folder, { recursive: true });
  }
}

/** Floods are told by the hour: one that an hour's end cuts may have too few in each. */
async function waitForFullHour(): Promise<void> {
  const leftMs = 3_600_000 - (Date.now() % 3_600_000);
  if (leftMs < (MINUTES + 1) * 60_000) await pause(leftMs);
}

/** One family: page, document, enrolment, each once; nothing of it may be refused. */
async function enrolAgainAndAgain({ site, ledger, enrol }: Work, address: string, open: () => boolean) {
  const headers = { 'X-Forwarded-For': address };
  for (let number = 0; open(); number += 1) {
    await pause(randomInt(AGAIN_S * 1_000));
    const submission = makeSubmission(number, DOCUMENT_BYTES);
    const entry = ledger.begin(submission);
    await enrol.measure(
      async () => {
        await (await fetch(`${site.place().url}/projeto-social`, { headers })).arrayBuffer();
        const document = await sendDocument(site.place(), submission, { bare: true, headers });
        const last = document.ok ? await sendEnrolment(site.place(), submission, headers) : document;
        return { status: last.status, text: await last.text() };
      },
      ({ status, text }) => {
        entry.acknowledged = status === 201;
        return status === 201 ? null : `${status} ${text.slice(0, 100)}`;
      },
    );
  }
}

/** The administrator signs in on the known device, reads the list, opens, decides and erases. */
async function workAtTheDesk({ ledger, signIn, read, write }: Work, desk: Desk, open: () => boolean) {
  const refused = (status: number) => (status === 200 ? null : String(status));
  while (open()) {
    await signIn.measure(() => desk.signIn(), refused);
    await read.measure(
      () => desk.rpc('buscar_inscricoes', { filtro: {} }),
      ({ status }) => refused(status),
    );
    await read.measure(
      () => desk.rpc('enxurradas'),
      ({ status }) => refused(status),
    );
    const known = ledger.acknowledged.filter(({ erased }) => erased === 'no');
    const entry = known[randomInt(Math.max(1, known.length))];
    const id = entry && (await desk.find(entry.name));
    if (entry && id)
      await write.measure(
        () =>
          (randomInt(5) === 0 ? erase(desk, ledger, entry, id) : decide(desk, ledger, entry, id)).then(
            () => null,
            (error: Error) => (error instanceof NoAnswer ? error.message : Promise.reject(error)),
          ),
        (failure) => failure,
      );
    await pause(2_000);
  }
}

type Flood = { origem: string; hora: string; inscricoes: number };

/** Erases every flood of an attacker's address as the page does; returns how many enrolments that were. */
async function eraseFloods(desk: Desk): Promise<number> {
  let erased = 0;
  for (;;) {
    const { body } = await desk.rpc('enxurradas');
    const [flood] = body as Flood[];
    if (!flood) return erased;
    const { status, body: part } = await desk.rpc('apagar_enxurrada', {
      origem: flood.origem,
      hora: flood.hora,
      confirmacao: 'APAGAR',
    });
    check(status === 200, `a flood is erased (${status})`);
    erased += (part as { inscricoes: number }).inscricoes;
  }
}

/** Every family's enrolment is there and whole, and nothing of the floods is left. */
async function checkHonest({ site, ledger }: Work): Promise<void> {
  const { enrolments } = await checkLedger(site.folder, ledger, true);
  const there = ledger.acknowledged.filter(({ erased }) => erased === 'no').length;
  check(enrolments === there, `only the families' enrolments are left (${enrolments} of ${there})`);
}

type Sizes = { node: number; postgres: number; disk: number };

function report({ enrol, signIn, read, write }: Work, all: Statuses, before: Sizes, most: Sizes) {
  for (const [kind, answers] of all) {
    const list = [...answers].map(([status, times]) => `${times} × ${status === 0 ? 'cut' : status}`);
    console.log(`attack, ${kind}: ${list.join(', ')}`);
  }
  console.log(`families, page to acknowledgement: ${enrol.inWords()}`);
  console.log(`desk, sign-in: ${signIn.inWords()}`);
  console.log(`desk, lists: ${read.inWords()}`);
  console.log(`desk, deciding and erasing: ${write.inWords()}`);
  const change = (name: keyof Sizes) => `${Math.round(before[name])} → ${Math.round(most[name])} MB`;
  console.log(
    `memory: Node ${change('node')}, PostgreSQL ${change('postgres')}; disk ${change('disk')}, in ${MINUTES} minutes`,
  );
}

function checkBounds({ enrol, signIn, read, write }: Work, most: Sizes): void {
  for (const [who, times] of Object.entries({ families: enrol, 'sign-in': signIn, lists: read, desk: write }))
    check(times.count > 0 && times.failed === 0, `${who}: nobody honest is refused (${times.inWords()})`);
  check(enrol.percentile(95) < BOUNDS.enrolP95Ms, 'a family enrols at every moment');
  check(signIn.percentile(95) < BOUNDS.signInP95Ms, 'the administrator signs in at every moment');
  check(read.percentile(95) < BOUNDS.deskP95Ms, 'the desk reads at every moment');
  check(most.node < BOUNDS.nodeMb && most.postgres < BOUNDS.postgresMb, 'memory is bounded');
  check(most.disk < BOUNDS.diskMb, 'the disk grows by no more than a day’s documents');
}
