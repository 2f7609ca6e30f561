import { afterAll, beforeEach, expect, test, vi } from 'vitest';

/** The browser's history as far as it is used here; a step back is heard at once. */
class FakeHistory {
  entries: unknown[] = [null];
  at = 0;
  scrollRestoration = 'auto';
  onpopstate = () => {};
  get state() {
    return this.entries[this.at];
  }
  pushState(state: unknown) {
    this.at += 1;
    this.entries.splice(this.at, Number.POSITIVE_INFINITY, state);
  }
  replaceState(state: unknown) {
    this.entries[this.at] = state;
  }
  go(step: number) {
    this.at += step;
    this.onpopstate();
  }
}

let history: FakeHistory;
let closeOnBack: typeof import('./dialog-history.ts').closeOnBack;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  history = new FakeHistory();
  const addEventListener = (_name: string, listener: () => void) => {
    history.onpopstate = listener;
  };
  vi.stubGlobal('window', { history, addEventListener });
  ({ closeOnBack } = await import('./dialog-history.ts'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a dialog; what it says to being closed. */
function open(says: { refuses?: boolean } = {}) {
  const dialog = { ...says, closed: 0 };
  const remove = closeOnBack(() => {
    if (dialog.refuses) return;
    dialog.closed += 1;
    remove();
  });
  return dialog;
}

function back() {
  history.go(-1);
  vi.runAllTimers();
}

test('Back closes the top dialog, and then the one below it', () => {
  const [outer, inner] = [open(), open()];
  back();
  expect([outer.closed, inner.closed]).toEqual([0, 1]);
  back();
  expect([outer.closed, inner.closed, history.at]).toEqual([1, 1, 0]);
});

test('where a busy dialog refuses, Back asks it again the next time, and not the one below it', () => {
  const outer = open();
  const inner: ReturnType<typeof open> = open({ refuses: true });
  back();
  back();
  expect([outer.closed, inner.closed]).toEqual([0, 0]);
  inner.refuses = false;
  back();
  expect([outer.closed, inner.closed, history.at]).toEqual([0, 1, 1]);
});
