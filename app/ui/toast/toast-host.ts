// Where the toaster is rendered. Everything outside an open modal dialog is inert: it
// cannot be clicked and is not announced, not even in the top layer. So the toaster
// moves into the dialog opened last, and back when that one closes.

const dialogs: HTMLDialogElement[] = [];
const listeners = new Set<(dialog: HTMLDialogElement | null) => void>();

/** Moves the toaster into an open dialog; call the returned function before the dialog is removed. */
export function hostToasts(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog);
  notifyListeners();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    notifyListeners();
  };
}

/** Calls `listener` now and at every change with the dialog that hosts the toaster, null for the page; returns the unsubscribe function. */
export function subscribeToToastHost(listener: (dialog: HTMLDialogElement | null) => void): () => void {
  listeners.add(listener);
  listener(dialogs.at(-1) ?? null);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener(dialogs.at(-1) ?? null);
}
