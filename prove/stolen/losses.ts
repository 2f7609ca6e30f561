import { check } from '../kill.ts';
import type { Family } from './desk-site.ts';
import { lostOf, type SiteState } from './state.ts';

/**
 * What a theft destroyed. Enrolments that are gone for good: those alone whose retention period was over (`due`). Overwritten,
 * but still in the history: what families `given` later.
 */
export type Losses = Record<'due' | 'given', number> & {
  /** SHA-256 of the documents that went. */
  hashes: ReadonlySet<string>;
};

/**
 * Counts the losses after `bringBack`. `readable`: everything that the direção can read of each enrolment. Throws when anything is lost without a `fresh` sign-in, or with one
 * more than the design allows.
 */
export function countLosses(
  fresh: boolean,
  families: readonly Family[],
  before: SiteState,
  after: SiteState,
  { readable }: { readable: ReadonlyMap<string, string> },
): Losses {
  const lost = lostOf(before.enrolments, after.enrolments);
  const kindOf = (id: string) =>
    families.find((family) => before.enrolments.get(id)?.includes(family.id))?.kind;
  const documents = lostOf(before.documents, after.documents);
  check(fresh || lost.length === 0, `every enrolment is there as it was (${lost.length} are not)`);
  check(fresh || documents.length === 0, `every document is there as it was (${documents.length} are not)`);
  for (const id of lost) check(kindOf(id) === 'due', 'those alone are gone whose time was over');
  for (const id of lost) check(!after.enrolments.has(id), 'no answer is another');
  for (const name of documents) {
    const owner = families.find(({ path }) => path === name);
    const went = owner && lost.some((id) => before.enrolments.get(id)?.includes(owner.id));
    check(went === true, `a document goes only with what is due (${name})`);
  }
  for (const part of ['consents', 'classes', 'accounts', 'settings'] as const)
    for (const key of lostOf(before[part], after[part]))
      check(part === 'consents' && lost.includes(key), `${part} are as they were (${key})`);
  return {
    due: lost.length,
    given: countInFollowUps(before, after, readable),
    hashes: new Set(documents.map((name) => before.documents.get(name)?.split(' ')[0] ?? '')),
  };
}

/**
 * Throws unless each enrolment that is left has its decision, its notes and all its documents, and what was overwritten
 * can be read in the history. Returns how much was overwritten.
 */
export function countInFollowUps(
  before: SiteState,
  after: SiteState,
  readable: ReadonlyMap<string, string>,
): number {
  let over = 0;
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
    check(
      was.notes.every((text) => now.notes.includes(text)),
      'a note is there as it was written',
    );
    for (const text of was.given.filter((one) => !now.given.includes(one))) {
      over += 1;
      check(readable.get(id)?.includes(JSON.stringify(text)) === true, `a direção reads ‘${text}’ still`);
    }
  }
  return over;
}

/**
 * Throws unless every file of the former copies is unchanged, except the list of erasures and the documents
 * that were lost (`hashes`).
 */
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
