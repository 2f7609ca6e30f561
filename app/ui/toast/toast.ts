/** A toast's content. `tone` decides how it is announced: a success politely, an error assertively. */
export type Toast = { title: string; description?: string; tone: 'success' | 'error' };

/** The visible toast. `id` is new each time one is shown, also for the same text. */
export type ShownToast = Toast & { id: number };

/** SPEC §9: default duration of a toast. */
const DURATION_MS = 5000;

let shown: ShownToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const hosts: HTMLElement[] = [];
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Shows a toast for five seconds, replacing the previous one. Source: SPEC §9. */
export function showToast(toast: Toast): void {
  lastId += 1;
  shown = { ...toast, id: lastId };
  pauseToast();
  resumeToast();
  notifyListeners();
}

export function hideToast(): void {
  pauseToast();
  shown = null;
  notifyListeners();
}

/** Stops the timer; `resumeToast` starts it anew. */
export function pauseToast(): void {
  clearTimeout(timer);
  timer = undefined;
}

export function resumeToast(): void {
  if (shown) timer ??= setTimeout(hideToast, DURATION_MS);
}

/** Null when none is visible. */
export const currentToast = (): ShownToast | null => shown;

/**
 * The dialog opened last, or its foot, null for the page: where the toaster stands. Everything outside an open modal dialog
 * is inert: it cannot be clicked and is not announced, not even in the top layer.
 */
export const toastHost = (): HTMLElement | null => hosts.at(-1) ?? null;

/** Moves the toaster into an open dialog, or its foot; call the returned function before the dialog is removed. */
export function hostToasts(host: HTMLElement): () => void {
  hosts.push(host);
  notifyListeners();
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
    notifyListeners();
  };
}

/** Calls `listener` at every change of toast and host; returns the unsubscribe function. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
