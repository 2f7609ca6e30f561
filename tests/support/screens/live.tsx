import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Window } from 'happy-dom';
import { act, type ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { setUnsavedOwner } from '../../../app/admin/controls/unsaved.ts';
import { SessionProvider } from '../../../app/api/session.tsx';
import { SESSION_KEY } from '../../../app/api/session-key.ts';
import { hideToast } from '../../../app/ui/toast/toast.ts';
import { stubBackend } from '../stubbed-backend.ts';
import { controlsIn, textOf } from './heard.ts';

type Known = readonly [key: readonly unknown[], answer: unknown];

/** One for all tests, as the modules are: nothing of it is global but while a screen lives. */
const page = new Window({
  url: 'https://casa.example/',
  settings: { navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true } },
}) as unknown as typeof globalThis & globalThis.Window;
const history = { state: null, pushState() {}, replaceState() {}, go() {}, scrollRestoration: 'auto' };
Object.defineProperty(page, 'history', { value: history });
// null there where none of a group is chosen
Object.defineProperty(page.RadioNodeList.prototype, 'value', {
  get(this: RadioNodeList) {
    const chosen = [...this].find((one) => (one as HTMLInputElement).checked);
    return (chosen as HTMLInputElement | undefined)?.value ?? '';
  },
});
const GLOBALS = {
  ...{ window: page, document: page.document, location: page.location, history },
  ...{ matchMedia: page.matchMedia.bind(page), localStorage: page.localStorage, Event: page.Event },
  ...{ Element: page.Element, HTMLElement: page.HTMLElement, HTMLInputElement: page.HTMLInputElement },
  ...{
    FormData: page.FormData,
    RadioNodeList: page.RadioNodeList,
    HTMLSelectElement: page.HTMLSelectElement,
  },
  ...{ navigator: page.navigator, sessionStorage: page.sessionStorage },
  requestAnimationFrame: page.requestAnimationFrame.bind(page),
  IS_REACT_ACT_ENVIRONMENT: true,
};
const stub = () => {
  for (const [name, value] of Object.entries(GLOBALS)) vi.stubGlobal(name, value);
};
stub();
const { createRoot } = await import('react-dom/client'); // which looks once at what a document can
vi.unstubAllGlobals();

const { body } = page.document;

/** Opens the next screen at this address, which no screen of before hears. */
export const openAt = (path: string) =>
  (page as unknown as Window).happyDOM.setURL(new URL(path, 'https://casa.example').href);

/** Takes the screen of now away, which happens before another, and after the test. */
let close = async () => {};

/**
 * A screen that lives, on the 20th of December 2026: drawn by React into a document without a browser, for a direção unless the role is `known`, with a back end that
 * answers each function by its name, and what is `known` again (an Error-like Response refuses; a function is given what is asked).
 */
export async function live(
  element: ReactNode,
  known: readonly Known[],
  answers: Record<string, unknown> = {},
  before = () => {},
) {
  await close();
  vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z'), toFake: ['Date'] });
  setUnsavedOwner('ana');
  before(); // what is kept of the session
  const role = known.find(([[name]]) => name === 'role')?.[1] ?? 'direcao';
  const asked = stubBackend(
    new Map([
      ['meu_papel', role] as const,
      ...known.map(([[name], answer]) => [name, answer] as const),
      ...Object.entries(answers),
    ]),
  );
  page.sessionStorage.setItem(SESSION_KEY, window.sessionStorage.getItem(SESSION_KEY) ?? '');
  stub();
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    },
  });
  for (const [key, answer] of [[['role'], 'direcao'], [['own messages'], {}], ...known] as Known[])
    client.setQueryData(key, answer);
  const root = createRoot(body);
  /** Until nothing is on its way any more. */
  const settle = () =>
    act(async () => {
      for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setTimeout(done));
    });
  close = async () => {
    close = async () => {};
    await act(async () => root.unmount());
    await new Promise((done) => setTimeout(done, 2)); // what a closed dialog does later
    client.clear();
    hideToast();
    page.document.title = '';
    page.localStorage.clear();
    page.sessionStorage.clear();
    setUnsavedOwner(null);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
  onTestFinished(() => close());
  await act(async () =>
    root.render(
      <SessionProvider notify={() => {}}>
        <QueryClientProvider client={client}>{element}</QueryClientProvider>
      </SessionProvider>,
    ),
  );
  await settle();

  /** Lets something happen in the page, and what follows. */
  async function happen(what: () => unknown) {
    await act(async () => void what());
    await settle();
  }

  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? textOf(one.outerHTML);
  const find = (words: string) => {
    const found = [...body.querySelectorAll<HTMLElement>('button, a, summary')];
    const one = found.filter((other) => nameOf(other) === words).at(-1);
    if (!one) throw new Error(`nothing is called «${words}» in: ${controlsIn(html())}`);
    return one;
  };
  /** The control whose label has these words. */
  const field = (label: string) => {
    const labels = [...body.querySelectorAll('label')].filter((one) => textOf(one.outerHTML) === label);
    const control = labels.at(-1)?.control;
    if (!control) throw new Error(`no field is called «${label}»`);
    return control as HTMLInputElement;
  };
  /** As it is shown now: what is ticked has the attribute. */
  const html = (of: Element = body) => {
    for (const one of of.querySelectorAll('input')) one.toggleAttribute('checked', one.checked);
    return of.outerHTML;
  };
  return {
    asked,
    client,
    page: page.document,
    settle,
    field,
    happen,
    /** The calls since they were last looked at, without those of signing in, of the role and the days of erasing, and their attempts. */
    calls: () =>
      asked.splice(0).flatMap(([name, given]) => {
        const { tentativa: _, ...body } = Object(given);
        return ['token', 'logout', 'meu_papel', 'dias_de_guarda'].includes(name) ? [] : [[name, body]];
      }),
    /** The title and text of each page that is printed from now on. */
    printed: () => {
      const printed: string[] = [];
      const print = () => {
        window.dispatchEvent(new Event('beforeprint'));
        printed.push(`${document.title} ${textOf(html())}`);
        window.dispatchEvent(new Event('afterprint'));
      };
      Object.assign(window, { print });
      return printed;
    },
    /** Of the dialog above all others. */
    dialog: () => {
      const top = [...body.querySelectorAll('dialog')].map((one) => html(one)).at(-1) ?? '';
      return { text: textOf(top), controls: controlsIn(top) };
    },
    html,
    text: () => textOf(html()),
    controls: () => controlsIn(html()),
    focused: () => {
      const { activeElement: one } = document;
      return !one || one === body ? '' : nameOf(one) || one.getAttribute('name');
    },
    press: (words: string, detail = 1) =>
      happen(() => {
        const one = find(words);
        one.focus();
        one.dispatchEvent(new page.MouseEvent('click', { bubbles: true, cancelable: true, detail }));
      }),
    /** True ticks. */
    type: (label: string | HTMLInputElement, value: string | boolean) =>
      happen(() => {
        const control = typeof label === 'string' ? field(label) : label;
        if (typeof value === 'boolean') return control.checked !== value && control.click();
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value); // React tracks its own
        for (const name of ['input', 'change'])
          control.dispatchEvent(new page.Event(name, { bubbles: true }));
      }),
  };
}
