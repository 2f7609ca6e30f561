import { useCallback, useSyncExternalStore } from 'react';
import type { CorrectionReason } from '../../../content/corrections.ts';
import type { Accepted } from '../../../content/counter.ts';
import type { Typed } from '../../../domain/centre/kinds.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import type { Typed as TypedAnswers } from '../../../domain/desk/typed-answers.ts';
import type { DecisionDetails } from '../api/decisions.ts';
import type { Request } from '../api/follow-up.ts';

/** A correction of answers as they stand in their inputs. */
export type Correction = TypedAnswers & { why: CorrectionReason | '' };

/** An enrolment at the counter as it stands in its inputs, with the uuid that it will have. */
export type AtCounter = TypedAnswers & { id?: string; how: Accepted | '' };

/** What is typed and not sent yet, by its kind. */
type Unsaved = {
  note: { text?: string; request?: Request['kind'] | '' };
  /** Why a request is refused; which one is the `part`. */
  refusal: { text?: string };
  /** What goes with a decision; which one is the `part`. */
  decision: Partial<
    Pick<Required<DecisionDetails>, 'reason' | 'classId' | 'firstDay' | 'onRequest' | 'lastDay' | 'why'>
  >;
  /** What is noted of a dated line; which one is the `part`. */
  line: { text?: string; day?: string; until?: string };
  correction: Partial<Correction>;
  counter: Partial<AtCounter>;
  /** The new values of a form of settings; which one is the `about`, its first. */
  setting: Record<string, Typed | undefined>;
};

/** What the desk shows, which is no text to lose. */
type View = {
  /** The place in the list: what it is asked for, and which page of it. */
  list: { filter: EnrolmentFilter; page: number };
  /** The open enrolment. */
  open: string;
};

type Values = Unsaved & View;
type Kind = keyof Values;
type Entry = { kind: Kind; about: string; part: string; value: Values[Kind] };
type Update<Value> = Value | undefined | ((now: Value | undefined) => Value | undefined);

const VIEW: Record<keyof View, true> = { list: true, open: true };

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

/** Discards what was typed about an enrolment, of one kind or all. */
export const discardUnsaved = (enrolment: string, kind?: Kind): void =>
  change(entries.filter((entry) => entry.about !== enrolment || entry.kind !== (kind ?? entry.kind)));

/** Whether something about this enrolment is unsaved; about anything when none is given. */
export const isUnsaved = (enrolment?: string): boolean =>
  entries.some(({ kind, about }) => !(kind in VIEW) && about === (enrolment ?? about));

/** `isUnsaved` for a component, which is drawn anew when it changes. */
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
export function useUnsavedValue<K extends Kind>(kind: K, about = '', part = '') {
  const now = () => unsavedValue(kind, about, part);
  const value = useSyncExternalStore(listen, now, now);
  const set = useCallback(
    (update: Update<Values[K]>) => setUnsavedValue(kind, about, part, update),
    [kind, about, part],
  );
  return [value, set] as const;
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
