import { check } from '../kill.ts';
import type { Family } from './desk-site.ts';
import { lostOf, type State } from './state.ts';

/** As many as one account may erase by hand in a day on a site of this size, into the bin or for their families. */
const ROOM = 5;

/**
 * What of a site is gone for good. `requests`: enrolments erased because the family is said to have
 * asked; `flood`: untouched ones of one address in one hour; `due`: those whose time was over.
 * Not gone, since the history has them: `notes` of the stolen account itself that it wrote anew, and
 * what families gave later (`given`) and something else stands in the place of.
 */
export type Losses = Record<'requests' | 'flood' | 'due' | 'notes' | 'given', number> & {
  /** SHA-256 of the documents that went. */
  hashes: ReadonlySet<string>;
};

/**
 * Counts it after a direção has brought back what can be (`fromBin` enrolments); `readable`: all that it reads of each.
 * Throws unless without a fresh sign-in every enrolment and document is there as it was, and with one
 * only those went that may by design.
 */
export function countLosses(
  fresh: boolean,
  families: readonly Family[],
  before: State,
  after: State,
  { readable, fromBin }: { readable: ReadonlyMap<string, string>; fromBin: number },
): Losses {
  const lost = lostOf(before.enrolments, after.enrolments);
  const kindOf = (id: string) =>
    families.find((family) => before.enrolments.get(id)?.includes(family.id))?.kind;
  const requests = lost.filter((id) => after.erased.get(id) === 'pedido_da_familia');
  const flood = lost.filter((id) => after.erased.get(id) === 'enxurrada');
  const due = lost.filter((id) => !requests.includes(id) && !flood.includes(id));
  const documents = lostOf(before.documents, after.documents);
  check(fresh || lost.length === 0, `every enrolment is there as it was (${lost.length} are not)`);
  check(fresh || documents.length === 0, `every document is there as it was (${documents.length} are not)`);
  const byHand = requests.length + fromBin;
  check(byHand <= ROOM, `one account erases at most ${ROOM} in a day (${byHand})`);
  for (const id of flood) check(kindOf(id) === 'together', 'as a flood go those of one address alone');
  for (const id of due) check(kindOf(id) === 'due', 'by retention go those alone whose time was over');
  for (const id of lost) check(!after.enrolments.has(id), 'no answer is another');
  for (const name of documents) {
    const owner = families.find(({ path }) => path === name);
    const went = owner && [...flood, ...due].some((id) => before.enrolments.get(id)?.includes(owner.id));
    check(went === true, `a document goes at once only with a flood or what is due (${name})`);
  }
  for (const part of ['consents', 'classes', 'accounts', 'settings'] as const)
    for (const key of lostOf(before[part], after[part]))
      check(part === 'consents' && lost.includes(key), `${part} are as they were (${key})`);
  return {
    ...{ requests: requests.length, flood: flood.length, due: due.length },
    ...countInFollowUps(before, after, readable),
    hashes: new Set(documents.map((name) => before.documents.get(name)?.split(' ')[0] ?? '')),
  };
}

/**
 * Throws unless each enrolment that is there is decided as it was, with all its documents, and what was
 * written over can be read. How much that was.
 */
export function countInFollowUps(
  before: State,
  after: State,
  readable: ReadonlyMap<string, string>,
): { notes: number; given: number } {
  const over = { notes: 0, given: 0 };
  for (const [id, was] of before.followUps) {
    const now = after.followUps.get(id);
    if (!now) continue;
    const [then, decided] = [JSON.stringify(was.decided), JSON.stringify(now.decided)];
    check(then === decided, `a decision is as it was (${decided}, not ${then})`);
    check(
      was.later.every((address) => now.later.includes(address)),
      'a later document is there',
    );
    check(
      was.asked.every((one) => now.asked.includes(one)),
      'what a family asked for waits for its answer',
    );
    for (const what of ['notes', 'given'] as const)
      for (const text of was[what].filter((one) => !now[what].includes(one))) {
        over[what] += 1;
        check(readable.get(id)?.includes(JSON.stringify(text)) === true, `a direção reads ‘${text}’ still`);
      }
  }
  return over;
}

/** Throws unless every file of the copies from before is there as it was, but the list of what was erased and the documents that went. */
export function checkCopies(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  hashes: ReadonlySet<string>,
): void {
  for (const name of lostOf(before, after)) {
    const mayGo = name === 'apagamentos.jsonl' || (!after.has(name) && hashes.has(before.get(name) ?? ''));
    check(mayGo, `${name} of the copies is as it was`);
  }
}
