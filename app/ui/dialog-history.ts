/**
 * Lets the browser's Back close the dialog on top. Every open dialog owns one
 * entry of the history, marked with how many dialogs are open there; closing one
 * in any other way takes its entry back.
 */
type Mark = { dialogs?: number } | null;

const open: (() => void)[] = [];
let entries = 0;
let listening = false;

/** Calls `close` when Back is pressed; returns what to call once the dialog is closed, for whatever reason. */
export function closeOnBack(close: () => void): () => void {
  listen();
  open.push(close);
  if (open.length > entries) {
    entries = open.length;
    window.history.scrollRestoration = 'manual'; // what is below may be another screen by then
    window.history.pushState({ ...window.history.state, dialogs: entries }, '');
  }
  return () => {
    open.splice(open.lastIndexOf(close), 1);
    // Later, so that a dialog that takes this one's place in the same moment takes its entry too.
    setTimeout(takeBack);
  };
}

function listen(): void {
  if (listening) return;
  listening = true;
  // A page reloaded with a dialog open has the mark, but no dialog any more.
  if (marked()) window.history.replaceState({ ...window.history.state, dialogs: 0 }, '');
  window.history.scrollRestoration = 'auto';
  window.addEventListener('popstate', () => {
    entries = marked();
    if (entries === 0) window.history.scrollRestoration = 'auto';
    for (const close of open.slice(entries).reverse()) close();
  });
}

function takeBack(): void {
  const surplus = entries - open.length;
  // Without our mark, the person has gone on to another page: nothing to take back.
  if (surplus > 0 && marked() === entries) window.history.go(-surplus);
  else if (open.length === 0) window.history.scrollRestoration = 'auto';
  entries = open.length;
}

const marked = (): number => (window.history.state as Mark)?.dialogs ?? 0;
