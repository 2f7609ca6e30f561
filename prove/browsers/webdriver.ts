/** A thing on the page that a person touches. */
export type Control = {
  press: () => Promise<void>;
  /** Keys, in place of what is selected or after what is there; a file for its chooser, by its path. */
  type: (text: string) => Promise<void>;
  /** The option of a list with these words. */
  pick: (words: string) => Promise<void>;
};

/** A browser that is driven from outside: one window. */
export type Engine = ReturnType<typeof drive> & {
  /** What the browser itself has said about the page since it was last asked; `prove/browsers/network.ts` hears the page's own words. */
  said: () => Promise<string[]>;
  /** Name and version. */
  version: string;
  quit: () => Promise<void>;
};

/** As WebDriver codes them. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } as const;

/** Each command as Marionette names it, and as WebDriver's HTTP does; `:id` is the element. */
export const COMMANDS = {
  open: ['WebDriver:Navigate', 'POST', '/url'],
  back: ['WebDriver:Back', 'POST', '/back'],
  forward: ['WebDriver:Forward', 'POST', '/forward'],
  reload: ['WebDriver:Refresh', 'POST', '/refresh'],
  run: ['WebDriver:ExecuteAsyncScript', 'POST', '/execute/async'],
  press: ['WebDriver:ElementClick', 'POST', '/element/:id/click'],
  type: ['WebDriver:ElementSendKeys', 'POST', '/element/:id/value'],
  act: ['WebDriver:PerformActions', 'POST', '/actions'],
} as const;

/** Sends a command; the answer's value. `id`, where given, is the element. */
export type Ask = (
  command: keyof typeof COMMANDS,
  parameters?: Record<string, unknown> & { id?: string },
) => Promise<unknown>;

/** How long a script in the page may take. */
export const SCRIPT_MS = 60_000;

/** Both call the script with their own callback last. */
const scriptOf = (body: string) => `
  const answer = arguments[arguments.length - 1];
  const given = [...arguments].slice(0, -1);
  (async () => { ${body} })().then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;

/** The name under which WebDriver passes an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Waits in the page until a thing stands still in view, as a finger does: the layout moves while
 * pictures and scripts come. What was moved out of view meanwhile is fetched again. A pixel or two is
 * still: in two boxes that scroll, Firefox rounds the middle of each to and fro.
 */
const STILL = `
  const [thing] = given;
  for (let still = 0, before = []; still < 3; ) {
    thing.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const { x, y } = thing.getBoundingClientRect();
    const place = [x, y, scrollY];
    still = place.every((at, axis) => Math.abs(at - before[axis]) <= 2) ? still + 1 : 0;
    before = place;
  }`;

/** The actions that every browser with WebDriver has. */
export function drive(ask: Ask) {
  /** Runs the body of an async function in the page, which finds its arguments in `given`; the result is JSON. */
  const run = async <Result>(body: string, ...args: unknown[]): Promise<Result> => {
    const { value, error } = (await ask('run', { script: scriptOf(body), args })) as {
      value?: unknown;
      error?: string;
    };
    if (error !== undefined) throw new Error(error);
    return value as Result;
  };
  const control = (id: string): Control => {
    const element = { [ELEMENT]: id };
    const type = async (text: string) => void (await ask('type', { id, text }));
    const tap = async () => {
      await run('given[0].scrollIntoView({ block: "center", behavior: "instant" });', element);
      const taps = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      const actions = [{ type: 'pointerMove', x: 0, y: 0, origin: element }, ...taps];
      const pointer = { type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions };
      await ask('act', { actions: [pointer] });
    };
    return {
      press: async () => {
        await run(STILL, element);
        // WebKit cannot click on a summary: then the pointer itself goes there.
        const isRefused = await ask('press', { id }).then(
          () => false,
          (error: Error) => /not interactable/.test(error.message) || Promise.reject(error),
        );
        if (isRefused) await tap();
      },
      type,
      pick: async (words) => {
        const option = await run<Record<string, string> | null>(
          'return [...given[0].options].find(({ label }) => label.trim() === given[1]) ?? null',
          element,
          words,
        );
        if (!option?.[ELEMENT]) throw new Error(`no option ‘${words}’`);
        await ask('press', { id: option[ELEMENT] });
      },
    };
  };
  return {
    open: async (url: string) => void (await ask('open', { url })),
    back: async () => void (await ask('back')),
    forward: async () => void (await ask('forward')),
    reload: async () => void (await ask('reload')),
    run,
    /** As `run`, where the body returns an element; null for none. */
    find: async (body: string, ...given: unknown[]) => {
      const found = await run<Record<string, string> | null>(body, ...given);
      return found?.[ELEMENT] ? control(found[ELEMENT]) : null;
    },
    /** One key for whatever has the focus. */
    key: async (key: keyof typeof KEYS) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await ask('act', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
  };
}
