import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, sendDocument, sendEnrolment } from '../../kit/family.ts';
import { newFolder } from '../../kit/folder.ts';
import { check } from '../kill.ts';
import { diskMb, inWords, percentile, postgresMb, residentMb, watch } from '../measure.ts';
import { attackFrom, type Statuses } from './attackers.ts';
import { Desk, decide, erase, NoAnswer } from './desk.ts';
import { checkLedger, inBackground, Ledger } from './ledger.ts';
import { Site } from './site.ts';

const MINUTES = Number(process.env.MINUTES ?? 5);
const ATTACKERS = 20;
const FAMILIES = 30;
/** As a photo that the browser made smaller. */
const DOCUMENT_BYTES = 300_000;
/** The most seconds after which such a family sends again. */
const AGAIN_S = 30;

/** What holds while 20 addresses attack a machine of two processors that also runs the attackers: p95 in ms, and MB. */
const BOUNDS = {
  families: 5_000,
  'sign-in': 5_000,
  lists: 3_000,
  node: 400,
  postgres: 400,
  /** UPLOAD_DAY_MB, what each address may send above it, and the database. */
  disk: 3_500,
} as const;

/** Milliseconds of one kind of thing, and what was told instead where it failed. */
class Times {
  readonly all: number[] = [];
  readonly failures: string[] = [];

  /** `work` returns what went wrong, or null. */
  async measure(work: () => Promise<string | null>): Promise<void> {
    const began = performance.now();
    const failure = await work();
    this.all.push(performance.now() - began);
    if (failure !== null) this.failures.push(failure);
  }

  inWords(): string {
    return [`${this.all.length}, ${inWords(this.all)}`, ...new Set(this.failures)].join('; ');
  }
}

type Work = { site: Site; ledger: Ledger } & Record<'enrol' | 'signIn' | 'read' | 'write', Times>;

/** Twenty addresses attack with ordinary limits; thirty families enrol beside them and the desk works, at every moment. */
export async function proveAttacks(): Promise<void> {
  const site = new Site(newFolder(), { TRUSTED_PROXIES: '127.0.0.1' });
  const [enrol, signIn, read, write] = [new Times(), new Times(), new Times(), new Times()];
  const work: Work = { site, ledger: new Ledger(), enrol, signIn, read, write };
  const attack = async () => {
    await waitForFullHour();
    await site.start();
    const desk = new Desk(site.place, { 'X-Forwarded-For': '127.0.2.1' });
    check((await desk.signIn()) === 200, 'the device is known before');
    const { pid } = site.server.child;
    const node = watch(() => residentMb(pid), 1_000);
    const postgres = watch(() => postgresMb(site.folder), 1_000);
    const before = diskMb(site.folder);
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
    }
    await Promise.all(honest.map((each) => each.stop()));
    report(work, await attacking);
    const most = diskMb(site.folder);
    const sizes = { node: node(), postgres: postgres(), disk: { before, most } };
    for (const [what, { before, most }] of Object.entries(sizes)) {
      console.log(`${what}: ${Math.round(before)} → ${Math.round(most)} MB, in ${MINUTES} minutes`);
      check(most < BOUNDS[what as keyof typeof sizes], `${what} is bounded`);
    }
    console.log(`the desk then erased ${await eraseFloods(desk)} enrolments of floods`);
    const { enrolments } = await checkLedger(site.folder, work.ledger, true);
    const there = work.ledger.standing.length;
    check(enrolments === there, `only the families' enrolments are left (${enrolments} of ${there})`);
  };
  await site.prove(attack);
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
    await enrol.measure(async () => {
      await (await fetch(`${site.place().url}/projeto-social`, { headers })).arrayBuffer();
      const document = await sendDocument(site.place(), submission, { bare: true, headers });
      const last = document.ok ? await sendEnrolment(site.place(), submission, headers) : document;
      entry.acknowledged = last.status === 201;
      const text = await last.text();
      return entry.acknowledged ? null : `${last.status} ${text.slice(0, 100)}`;
    });
  }
}

/** The administrator signs in on the known device, reads the list, opens, decides and erases. */
async function workAtTheDesk({ ledger, signIn, read, write }: Work, desk: Desk, open: () => boolean) {
  const refused = (status: number) => (status === 200 ? null : String(status));
  while (open()) {
    await signIn.measure(async () => refused(await desk.signIn()));
    await read.measure(async () => refused((await desk.rpc('lista_de_inscricoes', { filtro: {} })).status));
    await read.measure(async () => refused((await desk.rpc('lista_de_enxurradas')).status));
    const entry = ledger.standing[randomInt(Math.max(1, ledger.standing.length))];
    const id = entry && (await desk.find(entry.name));
    if (entry && id)
      await write.measure(() =>
        (randomInt(5) === 0 ? erase(desk, ledger, entry, id) : decide(desk, ledger, entry, id)).then(
          () => null,
          (error: Error) => (error instanceof NoAnswer ? error.message : Promise.reject(error)),
        ),
      );
    await pause(2_000);
  }
}

type Flood = { origin: string; hour: string; enrolments: number };

/** Erases every flood of an attacker's address as the page does; returns how many enrolments that were. */
async function eraseFloods(desk: Desk): Promise<number> {
  let erased = 0;
  for (;;) {
    const [flood] = ((await desk.rpc('lista_de_enxurradas')).body as Flood[]).filter(
      ({ origin }) => origin !== 'todas',
    );
    if (!flood) return erased;
    const { origin: origem, hour: hora } = flood;
    const { status, body } = await desk.rpc('recolher_enxurrada', { origem, hora, confirmacao: 'APAGAR' });
    check(status === 200, `a flood is erased (${status})`);
    erased += (body as { enrolments: number }).enrolments;
  }
}

/** Says what became of everybody; throws where somebody honest was refused, or waited too long. */
function report({ enrol, signIn, read, write }: Work, all: Statuses): void {
  for (const [kind, answers] of all) {
    const list = [...answers].map(([status, times]) => `${times} × ${status === 0 ? 'cut' : status}`);
    console.log(`attack, ${kind}: ${list.join(', ')}`);
  }
  const honest = { families: enrol, 'sign-in': signIn, lists: read, 'deciding and erasing': write };
  for (const [who, times] of Object.entries(honest)) console.log(`${who}: ${times.inWords()}`);
  for (const [who, { all: times, failures }] of Object.entries(honest)) {
    check(times.length > 0 && failures.length === 0, `${who}: nobody honest is refused (${failures[0]})`);
    const bound = who in BOUNDS ? BOUNDS[who as keyof typeof BOUNDS] : Number.POSITIVE_INFINITY;
    check(percentile(times, 0.95) < bound, `${who}: within ${bound} ms at every moment`);
  }
}
