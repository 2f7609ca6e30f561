import { useSyncExternalStore } from 'react';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';
import type { Marks } from '../api/attendance.ts';
import { randomId } from '../api/calls.ts';

// What was marked on this device and not acknowledged yet: the class, ids, marks and the attempt that sends them, nothing that names a pupil.

/** Marks of a list, the class's name, and when the newest was set. */
export type Unsent = Marks & { name: string; at: number };
/** By account, then by class and day (`id day`). */
type Stored = Readonly<Record<string, Readonly<Record<string, Unsent>>>>;

const KEY = 'cc-chamada';
/** As long as the centre knows an attempt (private.apagar_vencidas): whatever is older is forgotten, sent or not. */
const STORED_MS = 8 * 86_400_000;
/** Where the browser stores nothing. */
let memory: string | null = null;
const listeners = new Set<() => void>();

const textOf = () => memory ?? readText(browserStorage(), KEY);

function read(text: string | null): Stored {
  try {
    const stored: Stored = JSON.parse(text ?? '{}');
    return mapOf(stored, (lists) => mapOf(lists, (one) => Date.now() - one.at < STORED_MS && one));
  } catch {
    return {}; // not ours
  }
}

/** What is made of each value; without those that are nothing, or empty. */
const mapOf = <From, To extends object>(
  of: Readonly<Record<string, From>>,
  make: (value: From) => To | false,
) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, value]) => {
      const made = make(value);
      return made && Object.keys(made).length > 0 ? [[key, made] as const] : [];
    }),
  );

/** Whether anybody's marks wait on this device. */
export const isAnyUnsent = (): boolean => Object.keys(read(textOf())).length > 0;

/** Whether the browser keeps it when the page is closed. */
export const isStored = (): boolean => memory === null;

/** What waits of an account, by class and day. */
export const unsentOf = (account: string): Readonly<Record<string, Unsent>> => read(textOf())[account] ?? {};

/** The same, as it changes. */
export function useUnsent(account: string) {
  useSyncExternalStore(listen, textOf, () => null);
  return unsentOf(account);
}

/** Keeps marks of a list, those of before too. */
export const keepMarks = (account: string, list: string, { name, marks, done }: Omit<Unsent, 'at'>): void =>
  change(account, list, (now) => ({
    ...{ name, at: Date.now() },
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
    return left.length > 0 || done ? { ...now, marks: Object.fromEntries(left), done } : undefined;
  });

function change(account: string, list: string, update: (now: Unsent | undefined) => Unsent | undefined) {
  const all = read(textOf());
  const { [list]: now, ...others } = all[account] ?? {};
  const next = update(now);
  store({ ...all, [account]: { ...others, ...(next && { [list]: next }) } });
}

function store(all: Stored): void {
  const left = mapOf(all, (lists) => lists);
  const text = Object.keys(left).length > 0 ? JSON.stringify(left) : null;
  memory = writeText(browserStorage(), KEY, text) ? null : text;
  for (const listener of listeners) listener();
}

/** Another tab of this device keeps, sends and forgets too. */
function listen(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

if (textOf() !== null) store(read(textOf())); // what is too old goes when the desk opens
