import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN } from '../../kit/site.ts';
import type { Control, Engine } from './webdriver.ts';

/**
 * In the page: `all(kind, words, inside)` are the things somebody sees now of that kind, a CSS selector,
 * whose name or text holds the words, those named exactly so first. An open dialog hides what is below it.
 * `inside` is a selector of what they are or stand in, '' for anywhere.
 */
const FINDER = `
  const squeeze = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const isShown = (element) => {
    if (!(element.checkVisibility?.({ visibilityProperty: true }) ?? getComputedStyle(element).visibility === 'visible'))
      return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return squeeze(by.split(/\\s+/).map((id) => document.getElementById(id)?.textContent).join(' '));
    const label = element.labels?.[0]?.textContent;
    return squeeze(element.getAttribute('aria-label') ?? label ?? element.getAttribute('alt') ?? element.textContent);
  };
  const all = (kind, words, inside) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const scopes = inside ? [...document.querySelectorAll(inside)] : [dialog ?? document];
    const seen = scopes.flatMap((scope) => [scope, ...scope.querySelectorAll(kind)])
      .filter((element) => element.matches?.(kind) && isShown(element))
      .filter((element) => !words || nameOf(element).includes(words));
    return [...seen.filter((element) => nameOf(element) === words), ...seen.filter((element) => nameOf(element) !== words)];
  };`;

/** What is pressed. */
const PRESSED = 'button, a[href], summary, [role=button]';
/** What is written into or chosen from. */
const FIELDS = 'input:not([type=radio]):not([type=checkbox]), textarea, select';
/** What is ticked: its label, which a finger meets, before itself. */
const TICKED = 'label, input[type=checkbox]';

/** How long something may take until it is there. */
const PATIENCE_MS = 40_000;

/** What a person does and sees on the page, in the page's own words, in any browser. */
export class Page {
  readonly engine: Engine;
  /** Before every path. */
  readonly #address: string;

  constructor(engine: Engine, address: string) {
    this.engine = engine;
    this.#address = address;
  }

  /** Opens a path, or an address of this site. */
  async open(path: string): Promise<void> {
    await this.engine.open(path.startsWith('http') ? path : this.#address + path);
  }

  /** At the desk, as its first administrator; with a wrong password nobody. */
  async signIn(password = ADMIN.password): Promise<void> {
    await this.open('/admin/inscricoes');
    await this.write('E-mail', ADMIN.email);
    await this.write('Senha', password);
    await this.press('Entrar');
  }

  async press(words: string, inside = ''): Promise<void> {
    await this.#touch(PRESSED, words, inside, (thing) => thing.press());
  }

  /** What is then to be seen, and in what kind of thing. */
  async pressAndSee(words: string, seen: string, kind = 'body'): Promise<void> {
    await this.press(words);
    await this.sees(seen, kind);
  }

  /** A box or a choice, by its label. */
  async tick(words: string, inside = ''): Promise<void> {
    await this.#touch(TICKED, words, inside, (thing) => thing.press());
  }

  /** Types into a field in place of what is there. */
  async write(words: string, text: string, inside = ''): Promise<void> {
    const field = await this.#thing(FIELDS, words, inside);
    await this.engine.run(`${FINDER} all(given[0], given[1], given[2])[0].select();`, FIELDS, words, inside);
    await field.type(text);
  }

  async pick(option: string, inside: string): Promise<void> {
    await (await this.#thing('select', '', inside)).pick(option);
  }

  /** Gives a file to the chooser of documents. */
  async attach(path: string): Promise<void> {
    const chooser = await until(() => this.engine.find('return document.querySelector("#cadastroUnico")'));
    if (!chooser) throw new Error('no chooser for a file');
    await chooser.type(path);
  }

  /** Waits until something of this kind that holds the words, in letters of any size, is seen. */
  async sees(words: string, kind = 'body', isThere = true): Promise<void> {
    await this.holds(
      `return given[2] === [...document.querySelectorAll(given[0])].some((element) => (element.checkVisibility?.() ?? element.getClientRects().length > 0)
         && element.innerText.replace(/\\s+/g, ' ').toLowerCase().includes(given[1]));`,
      `${isThere ? 'to see' : 'no longer to see'} ‘${words}’ in ${kind}`,
      kind,
      words.toLowerCase(),
      isThere,
    );
  }

  /** Waits until nothing of this kind that holds the words is seen. */
  async missesNow(words: string, kind = 'body'): Promise<void> {
    await this.sees(words, kind, false);
  }

  /** Waits until the focus is on something that holds the words. */
  async isAt(words: string): Promise<void> {
    await this.holds(
      `${FINDER} return nameOf(document.activeElement).includes(given[0]);`,
      `the focus on ‘${words}’`,
      words,
    );
  }

  /** Waits until a body in the page returns true; `what` says it in words. */
  async holds(body: string, what: string, ...given: unknown[]): Promise<void> {
    if (await until(() => this.engine.run<boolean>(body, ...given))) return;
    const shown = await this.engine.run<string>(
      'return location.pathname + " " + (document.querySelector("dialog[open]") ?? document.querySelector("main") ?? document.body).innerText.replace(/\\s+/g, " ").slice(-600)',
    );
    throw new Error(`waited in vain ${what}; it ends with: ${shown}`);
  }

  /** Throws when the browser has kept something that matches, or shows it, where `isSeen`. */
  async storesNothingOf(words: RegExp, isSeen = false): Promise<void> {
    const stored = await this.engine.run<string>(
      'return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, given[0] ? document.body.innerText : ""])',
      isSeen,
    );
    if (words.test(stored)) throw new Error(`stored: ${stored.slice(0, 500)}`);
  }

  /** What is in a field of the form, by its id. */
  async valueOf(id: string): Promise<string> {
    return this.engine.run('return document.getElementById(given[0])?.value ?? ""', id);
  }

  /** Touches a thing; when a toast is in its way, takes the toast away first, as somebody would. */
  async #touch(kind: string, words: string, inside: string, how: (thing: Control) => Promise<void>) {
    const thing = await this.#thing(kind, words, inside);
    await how(thing).catch(async (error: Error) => {
      if (!/intercept|obscure/.test(error.message) || !(await this.#closeToast())) throw error;
      await how(await this.#thing(kind, words, inside));
    });
  }

  async #closeToast(): Promise<boolean> {
    const close = await this.engine.find('return document.querySelector(".toast__close")');
    // A toast goes by itself after five seconds (SPEC §9), also between being found and pressed.
    // Stale, as WebDriver calls what has left the page, is said before anything was pressed; else it stays a fault.
    await close?.press().catch((error: Error) => {
      if (!/stale element/.test(error.message)) throw error;
    });
    return close !== null;
  }

  async #thing(kind: string, words: string, inside: string): Promise<Control> {
    const found = await until(() =>
      this.engine.find(
        `${FINDER} return all(given[0], given[1], given[2]).find((one) => !one.disabled) ?? null;`,
        kind,
        words,
        inside,
      ),
    );
    if (found) return found;
    const there = await this.engine.run<string[]>(
      `${FINDER} return all(given[0], '', given[1]).slice(0, 60).map(nameOf);`,
      kind,
      inside,
    );
    throw new Error(`no ‘${words}’ ${inside}; there are: ${there.join(' | ')}`);
  }
}

/** Asks until the answer is not empty, or patience ends; a page that changes meanwhile is asked again. */
async function until<Found>(ask: () => Promise<Found>): Promise<Found | null> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask().catch((error: Error) => {
      if (Date.now() > end) throw error;
      return null;
    });
    if (found || Date.now() > end) return found;
    await pause(100);
  }
}

/** Throws when a value is not what it must be. */
export function same(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted)
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}
