// Lets the browser's Back close the top dialog. Every open dialog has one history entry,
// whose state holds how many dialogs are open there; closing a dialog in another way
// goes back over its entry.

type HistoryState = { dialogs?: number } | null;

const open: (() => void)[] = [];
let entries = 0;
let listening = false;

/** Calls `close` when Back is pressed; call the returned function once the dialog is closed, for whatever reason. */
export function closeOnBack(close: () => void): () => void {
  listen();
  open.push(close);
  addMissingEntries();
  return () => {
    open.splice(open.lastIndexOf(close), 1);
    // Later, so that a dialog that replaces this one reuses its entry.
    setTimeout(removeSurplusEntries);
  };
}

function addMissingEntries(): void {
  for (; entries < open.length; entries += 1) {
    window.history.scrollRestoration = 'manual'; // the page below may be another screen by then
    window.history.pushState({ ...window.history.state, dialogs: entries + 1 }, '');
  }
}

function listen(): void {
  if (listening) return;
  listening = true;
  // After a reload with an open dialog the state is left, but no dialog.
  if (openInState()) window.history.replaceState({ ...window.history.state, dialogs: 0 }, '');
  window.history.scrollRestoration = 'auto';
  window.addEventListener('popstate', () => {
    entries = openInState();
    if (entries === 0) window.history.scrollRestoration = 'auto';
    for (const close of open.slice(entries).reverse()) close();
    setTimeout(addMissingEntries); // of those that stay open: what is being sent is not closed
  });
}

function removeSurplusEntries(): void {
  const surplus = entries - open.length;
  // Another state means that the person has navigated away: nothing to remove.
  if (surplus > 0 && openInState() === entries) window.history.go(-surplus);
  else if (open.length === 0) window.history.scrollRestoration = 'auto';
  entries = open.length;
}

const openInState = (): number => (window.history.state as HistoryState)?.dialogs ?? 0;
