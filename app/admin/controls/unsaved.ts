import { useCallback, useSyncExternalStore } from 'react';
import type { CorrectionReason } from '../../../content/corrections.ts';
import type { Situation } from '../../../domain/desk/situations.ts';
import type { Typed } from '../../../domain/desk/typed-answers.ts';
import type { DecisionDetails } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { Changed, Request } from '../api/follow-up.ts';

/** What somebody decided, and the version they saw. */
export type Decision = DecisionDetails & { version: number; situation: Situation };

/** An unsaved decision. `editing`: it is asked about; `typed`: somebody wrote what goes with it. */
export type Draft = Decision & { editing?: boolean; typed?: boolean };

/** The last decision or correction of this person, while it may be taken back: until `until`, in this computer's milliseconds. */
export type Undoable = {
  enrolment: ListedEnrolment;
  version: number;
  situation: Situation;
  /** Answers were corrected, and nothing decided. */
  isCorrection: boolean;
  until: number;
};

/** A correction of answers as they stand in their inputs. */
export type Correction = Typed & { why: CorrectionReason | '' };

/** What is typed of it, and the version that was seen then: reopened, it overwrites nothing unseen. */
export type UnsavedCorrection = { version: number; typed: Partial<Correction> };

/** A correction that is typed goes on from one's own decision about what was `seen` then: nobody else has changed anything. */
export const correctionOnceAnswered = (
  unsaved: UnsavedCorrection | undefined,
  seen: number | undefined,
  answer: Changed | null,
): UnsavedCorrection | undefined =>
  unsaved && unsaved.version === seen && answer?.applied && !answer.repeated
    ? { ...unsaved, version: answer.version }
    : unsaved;

/** What is typed and not sent yet, by its kind. */
type Unsaved = {
  note: { text?: string; request?: Request['kind'] | '' };
  /** A corrected note; which one is the `part`. */
  noteEdit: { text?: string };
  /** Why a request is refused; which one is the `part`. */
  refusal: { text?: string };
  decision: Draft;
  correction: UnsavedCorrection;
  /** The new values of a form of settings; which one is the `about`, its first. */
  setting: Record<string, string | undefined>;
};

/** What the desk shows, which is no text to lose. */
type View = {
  search: string;
  /** The open enrolment. */
  open: string;
  undo: Undoable;
};

type Values = Unsaved & View;
type Kind = keyof Values;
type Entry = { kind: Kind; about: string; part: string; value: Values[Kind] };
type Update<Value> = Value | undefined | ((now: Value | undefined) => Value | undefined);

const VIEW: Record<keyof View, true> = { search: true, open: true, undo: true };

// In memory alone: never in storage, an address or the history.
let entries: readonly Entry[] = [];
let owner: string | null = null;
const listeners = new Set<() => void>();

/** Sets the account that values are kept for, and discards those of another; null discards everything and keeps nothing. */
export function setUnsavedOwner(account: string | null): void {
  if (account !== null && account === owner) return;
  owner = account;
  change([]);
}

/** Discards what was typed about an enrolment. */
export const discardUnsaved = (enrolment: string): void =>
  change(entries.filter(({ about }) => about !== enrolment));

/** Every text typed about an enrolment that is not saved yet, each once. */
export function unsavedTexts(enrolment: string): string[] {
  const texts = entries.flatMap(({ about, value }) => {
    if (about !== enrolment || typeof value !== 'object') return [];
    const text = 'reason' in value ? value.reason : 'text' in value ? value.text : '';
    return typeof text === 'string' && text.trim() ? [text] : [];
  });
  return [...new Set(texts)];
}

/** Whether something about this enrolment is unsaved; about anything when none is given. */
export const isUnsaved = (enrolment?: string): boolean =>
  entries.some(({ kind, about }) => !(kind in VIEW) && about === (enrolment ?? about));

/** `isUnsaved`, as it changes. */
export const useUnsaved = (enrolment?: string): boolean =>
  useSyncExternalStore(
    listen,
    () => isUnsaved(enrolment),
    () => false,
  );

/**
 * State that survives its component, and a session that expires: what is not saved yet about something, or a `part`
 * of it, and what the desk shows. Setting `undefined` removes it.
 */
export function useUnsavedValue<K extends Kind>(
  kind: K,
  about = '',
  part = '',
): [Values[K] | undefined, (update: Update<Values[K]>) => void] {
  const value = useSyncExternalStore(
    listen,
    () => unsavedValue(kind, about, part),
    () => undefined,
  );
  const set = useCallback(
    (update: Update<Values[K]>) => setUnsavedValue(kind, about, part, update),
    [kind, about, part],
  );
  return [value, set];
}

/** The value as it is now, which may be another than what was drawn. */
export const unsavedValue = <K extends Kind>(kind: K, about = '', part = ''): Values[K] | undefined =>
  entries.find((entry) => isOf(entry, kind, about, part))?.value as Values[K] | undefined;

/** Sets or, with `undefined`, removes a value. Without an owner nothing is kept. */
export function setUnsavedValue<K extends Kind>(
  kind: K,
  about: string,
  part: string,
  update: Update<Values[K]>,
): void {
  const now = unsavedValue(kind, about, part);
  const next = typeof update === 'function' ? update(now) : update;
  if (next === now) return;
  const others = entries.filter((entry) => !isOf(entry, kind, about, part));
  change(next === undefined || owner === null ? others : [...others, { kind, about, part, value: next }]);
}

const isOf = (entry: Entry, kind: Kind, about: string, part: string): boolean =>
  entry.kind === kind && entry.about === about && entry.part === part;

function change(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
