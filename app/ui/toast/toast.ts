/** A toast's content. `tone` decides how it is announced: a success politely, an error assertively. */
export type Toast = { title: string; description?: string; tone: 'success' | 'error' };

/** The visible toast. `id` is new each time one is shown, also for the same text. */
export type ShownToast = Toast & { id: number };

/** SPEC §9: default duration of a toast. */
const DURATION_MS = 5000;

let shown: ShownToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds left when the timer was last started or stopped, and when it was started. */
let left = 0;
let startedAt = 0;
const listeners = new Set<() => void>();

/** Shows a toast for five seconds, replacing the previous one. Source: SPEC §9. */
export function showToast(toast: Toast): void {
  lastId += 1;
  shown = { ...toast, id: lastId };
  start(DURATION_MS);
  notifyListeners();
}

export function hideToast(): void {
  clearTimeout(timer);
  timer = undefined;
  shown = null;
  notifyListeners();
}

/** Stops the timer; `resumeToast` continues with the time that was left. */
export function pauseToast(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  left = Math.max(0, left - (Date.now() - startedAt));
}

export function resumeToast(): void {
  if (shown && timer === undefined) start(left);
}

/** Null when none is visible. */
export function currentToast(): ShownToast | null {
  return shown;
}

/** Calls `listener` at every change; returns the unsubscribe function. */
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

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
