import { useSyncExternalStore } from 'react';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';
import type { Marks } from '../api/attendance.ts';
import { randomId } from '../api/calls.ts';

// What was marked on this device and not acknowledged yet: ids, marks and the attempt that sends them, nothing that names somebody.

/** By account, then by class and day (`id day`). */
type Stored = Readonly<Record<string, Readonly<Record<string, Marks>> | undefined>>;

const KEY = 'cc-chamada';
/** Where the browser stores nothing. */
let memory: string | null = null;
const listeners = new Set<() => void>();

const textOf = () => memory ?? readText(browserStorage(), KEY);

function read(text: string | null): Stored {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {}; // not ours
  }
}

/** Whether anybody's marks wait on this device. */
export const isAnyUnsent = (): boolean => textOf() !== null;

/** Whether the browser keeps it when the page is closed. */
export const isStored = (): boolean => memory === null;

/** What waits of an account, by class and day. */
export const unsentOf = (account: string): Readonly<Record<string, Marks>> => read(textOf())[account] ?? {};

/** The same, as it changes. */
export function useUnsent(account: string) {
  useSyncExternalStore(listen, textOf, () => null);
  return unsentOf(account);
}

/** Keeps marks of a list, those of before too. */
export const keepMarks = (account: string, list: string, { marks, done }: Marks): void =>
  change(account, list, (now) => ({
    marks: { ...now?.marks, ...marks },
    done: done ?? now?.done,
    attempt: randomId(), // a reload sends again what may have been taken already
  }));

/** Forgets what was sent of a list, or with nothing given all of it; what was marked meanwhile stays. */
export const forgetMarks = (account: string, list: string, sent?: Marks): void =>
  change(account, list, (now) => {
    if (!now || !sent) return undefined;
    const left = Object.entries(now.marks).filter(([id, mark]) => mark !== sent.marks[id]);
    const done = now.done && !sent.done;
    const { attempt } = now;
    return left.length > 0 || done ? { marks: Object.fromEntries(left), done, attempt } : undefined;
  });

function change(account: string, list: string, update: (now: Marks | undefined) => Marks | undefined): void {
  const all = read(textOf());
  const { [list]: now, ...others } = all[account] ?? {};
  const next = update(now);
  const lists = { ...others, ...(next && { [list]: next }) };
  const left = { ...all, [account]: Object.keys(lists).length > 0 ? lists : undefined };
  const text = Object.values(left).some(Boolean) ? JSON.stringify(left) : null;
  memory = writeText(browserStorage(), KEY, text) ? null : text;
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
