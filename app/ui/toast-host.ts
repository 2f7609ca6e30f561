/**
 * Where the toaster stands. All that is outside an open modal dialog is inert: it
 * cannot be clicked and is not announced, not even in the top layer. So the
 * toaster moves into the dialog opened last, and back when that one closes.
 */
const dialogs: HTMLDialogElement[] = [];
const listeners = new Set<(dialog: HTMLDialogElement | null) => void>();

/** Invites the toaster into an open dialog; returns the way to send it back, to be called before the dialog leaves the page. */
export function hostToasts(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog);
  announce();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    announce();
  };
}

/** Calls `listener` now and at every change with the dialog to stand in, null for the page; returns the way to stop. */
export function followToastHost(listener: (dialog: HTMLDialogElement | null) => void): () => void {
  listeners.add(listener);
  listener(dialogs.at(-1) ?? null);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener(dialogs.at(-1) ?? null);
}
