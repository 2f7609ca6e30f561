import { check } from '../kill.ts';
import type { Family } from './desk-site.ts';
import { lostOf, type State } from './state.ts';

/** As many as one account may erase by hand in a day on a site of this size. */
const ROOM = 5;

/**
 * What of a site is gone for good. `requests`: enrolments erased because the family is said to have
 * asked; `flood`: untouched ones of one address in one hour; `due`: those whose time was over.
 * `notes`: of the stolen account itself, of its last ten minutes, which it may correct. `numbers`:
 * telephones that families gave later, which a session answers or puts others in the place of.
 */
export type Losses = Record<'requests' | 'flood' | 'due' | 'notes' | 'numbers', number> & {
  /** SHA-256 of the documents that went. */
  hashes: ReadonlySet<string>;
};

/**
 * Counts it after a direção has brought back what can be. Throws unless without a fresh sign-in every
 * enrolment and document is there as it was, and with one only those went that may by design.
 */
export function countLosses(
  fresh: boolean,
  families: readonly Family[],
  before: State,
  after: State,
): Losses {
  const lost = lostOf(before.enrolments, after.enrolments);
  const kindOf = (id: string) =>
    families.find((family) => before.enrolments.get(id)?.includes(family.id))?.kind;
  const count = (kind: Family['kind']) => lost.filter((id) => kindOf(id) === kind).length;
  const documents = lostOf(before.documents, after.documents);
  check(fresh || lost.length === 0, `every enrolment is there as it was (${lost.length} are not)`);
  check(fresh || documents.length === 0, `every document is there as it was (${documents.length} are not)`);
  check(count('own') <= ROOM, `one account erases at most ${ROOM} in a day (${count('own')})`);
  for (const id of lost) check(!after.enrolments.has(id), 'no answer is another');
  for (const name of documents) {
    const owner = families.find(({ path }) => path === name);
    const went = owner && lost.some((id) => before.enrolments.get(id)?.includes(owner.id));
    check(
      went === true && owner?.kind !== 'own',
      `a document goes at once only with a flood or what is due (${name})`,
    );
  }
  for (const part of ['consents', 'classes', 'accounts', 'settings'] as const)
    for (const key of lostOf(before[part], after[part]))
      check(part === 'consents' && lost.includes(key), `${part} are as they were (${key})`);
  return {
    ...{ requests: count('own'), flood: count('together'), due: count('due') },
    ...countInFollowUps(before, after),
    hashes: new Set(documents.map((name) => before.documents.get(name)?.split(' ')[0] ?? '')),
  };
}

/** Telephones that families gave later and that are not there any more. */
export const lostNumbers = (before: State, after: State): number =>
  [...before.followUps].reduce(
    (lost, [id, { numbers }]) =>
      lost + numbers.filter((one) => after.followUps.get(id)?.numbers.includes(one) === false).length,
    0,
  );

/** Throws unless each enrolment that is there is decided as it was, with all its documents. */
function countInFollowUps(before: State, after: State): { notes: number; numbers: number } {
  let notes = 0;
  for (const [id, was] of before.followUps) {
    const now = after.followUps.get(id);
    if (!now) continue;
    const [then, decided] = [JSON.stringify(was.decided), JSON.stringify(now.decided)];
    check(then === decided, `a decision is as it was (${decided}, not ${then})`);
    check(
      was.later.every((address) => now.later.includes(address)),
      'a later document is there',
    );
    notes += was.notes.filter((text) => !now.notes.includes(text)).length;
  }
  check(notes <= 1, `only what the account itself has just written is written anew (${notes} notes)`);
  return { notes, numbers: lostNumbers(before, after) };
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
