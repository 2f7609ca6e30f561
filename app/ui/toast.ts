/** What a toast says. `tone` decides how it is announced: a success politely, an error at once. */
export type Toast = { title: string; description?: string; tone: 'success' | 'error' };

/** The toast on the screen. `id` differs for every showing, also of the same words. */
export type ShownToast = Toast & { id: number };

/** SPEC §9: default duration of a toast. */
const DURATION_MS = 5000;

let shown: ShownToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds left on a stopped or running timer, and when it was last started. */
let left = 0;
let startedAt = 0;
const listeners = new Set<() => void>();

/** Shows a toast for five seconds, in place of the one before: one at a time. Source: SPEC §9. */
export function showToast(toast: Toast): void {
  lastId += 1;
  shown = { ...toast, id: lastId };
  start(DURATION_MS);
  announce();
}

export function hideToast(): void {
  clearTimeout(timer);
  timer = undefined;
  shown = null;
  announce();
}

/** Stops the clock while somebody reads; `resumeToast` gives back the time that was left. */
export function pauseToast(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  left = Math.max(0, left - (Date.now() - startedAt));
}

export function resumeToast(): void {
  if (shown && timer === undefined) start(left);
}

/** Null when none is on the screen. */
export function currentToast(): ShownToast | null {
  return shown;
}

/** Calls `listener` at every change; returns the way to stop. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function start(ms: number): void {
  clearTimeout(timer);
  left = ms;
  startedAt = Date.now();
  timer = setTimeout(hideToast, ms);
}

function announce(): void {
  for (const listener of listeners) listener();
}
