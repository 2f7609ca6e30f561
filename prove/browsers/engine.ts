/** A thing on the page that a person touches. */
export type Control = {
  press: () => Promise<void>;
  pressTwice: () => Promise<void>;
  /** Keys, in place of what is selected or after what is there. */
  type: (text: string) => Promise<void>;
  /** A day, aaaa-mm-dd, into a date field. */
  typeDay: (day: string) => Promise<void>;
  /** The option of a list with these words. */
  pick: (words: string) => Promise<void>;
  /** A file chooser's file. */
  give: (path: string) => Promise<void>;
};

/** A browser that is driven from outside: one window, whose other tabs are closed by `closeOthers`. */
export type Engine = {
  open: (address: string) => Promise<void>;
  back: () => Promise<void>;
  reload: () => Promise<void>;
  /** Runs the body of an async function in the page, which finds its arguments in `given`; the result is JSON. */
  run: <Result>(body: string, ...given: unknown[]) => Promise<Result>;
  /** As `run`, where the body returns an element; null for none. */
  find: (body: string, ...given: unknown[]) => Promise<Control | null>;
  /** One key for whatever has the focus. */
  key: (key: Key) => Promise<void>;
  /** Closes every tab but the first; how many there were. */
  closeOthers: () => Promise<number>;
  /** What the browser itself has said about the page since it was last asked; `prove/browsers/recorder.ts` hears the page's own words. */
  said: () => Promise<string[]>;
  /** The browser's own switch; null where it has none. */
  setOffline: ((isOffline: boolean) => Promise<void>) | null;
  /** Prints the page as it is, as its own PDF; null where it cannot be asked for. */
  print: (() => Promise<Buffer>) | null;
  /** The folder of what is downloaded. */
  downloads: string;
  /** Name and version. */
  version: string;
  quit: () => Promise<void>;
};

/** As WebDriver codes them. */
export const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } as const;
export type Key = keyof typeof KEYS;
