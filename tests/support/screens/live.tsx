import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { setUnsavedOwner } from '../../../app/admin/controls/unsaved.ts';
import { SessionProvider } from '../../../app/api/session.tsx';
import { hideToast } from '../../../app/ui/toast/toast.ts';
import { stubBackend } from '../stubbed-backend.ts';
import { controlsIn, textOf } from './heard.ts';
import { PageDocument, Piece } from './piece.ts';

type Handlers = Record<string, ((event: object) => unknown) | undefined>;
type Known = readonly [key: readonly unknown[], answer: unknown];

const handlersOf = (piece: Piece): Handlers =>
  Object.entries(piece).find(([key]) => key.startsWith('__reactProps$'))?.[1] ?? {};

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
  const page = new PageDocument();
  const history = { state: null, pushState() {}, replaceState() {}, go() {}, scrollRestoration: 'auto' };
  const matchMedia = () => Object.assign(new EventTarget(), { matches: false });
  Object.assign(window, { document: page, history, matchMedia, scrollTo() {}, getSelection: () => null });
  for (const [name, value] of Object.entries({
    document: page,
    matchMedia,
    history,
    location: window.location,
    Element: Piece,
    HTMLElement: Piece,
    IS_REACT_ACT_ENVIRONMENT: true,
  }))
    vi.stubGlobal(name, value);
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    },
  });
  for (const [key, answer] of [[['role'], 'direcao'], [['own messages'], {}], ...known] as Known[])
    client.setQueryData(key, answer);
  const root = createRoot(page.body as unknown as HTMLElement);
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

  /** Lets an event go down and up the page to where it happens. */
  async function happen(name: string, target: Piece, more: object = {}) {
    const path: Piece[] = [];
    for (let at: Piece | null = target; at; at = at.parentNode) path.push(at);
    const isOver = { stopped: false };
    const event = {
      ...{ target, detail: 1, preventDefault() {}, stopPropagation: () => (isOver.stopped = true) },
      ...more,
    };
    await act(async () => {
      const order = [...path].reverse().map((one) => [one, `${name}Capture`] as const);
      for (const [one, of] of [...order, ...path.map((one) => [one, name] as const)])
        if (!isOver.stopped && !one.hasAttribute('disabled'))
          void handlersOf(one)[of]?.({ ...event, currentTarget: one });
    });
    await settle();
  }

  const nameOf = (piece: Piece) => piece.getAttribute('aria-label') ?? textOf(piece.outerHTML);
  const find = (words: string) => {
    const found = page.body
      .all()
      .filter((one) => /^(button|a|summary)$/.test(one.localName) && nameOf(one) === words);
    const one = found.at(-1);
    if (!one) throw new Error(`nothing is called «${words}» in: ${controlsIn(page.body.outerHTML)}`);
    return one;
  };
  /** The control whose label has these words. */
  const field = (label: string) => {
    const labels = page.body
      .all()
      .filter((one) => one.localName === 'label' && textOf(one.outerHTML) === label);
    const one = labels.at(-1);
    const control =
      one?.querySelector('input') ??
      page.body.all().find(({ id }) => id !== '' && id === one?.attributes.for);
    if (!control) throw new Error(`no field is called «${label}»`);
    return control;
  };
  return {
    asked,
    client,
    page,
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
        printed.push(`${page.title} ${textOf(page.body.outerHTML)}`);
        window.dispatchEvent(new Event('afterprint'));
      };
      Object.assign(window, { print });
      return printed;
    },
    /** Of the dialog above all others. */
    dialog: () => {
      const html = page.body.querySelectorAll('dialog').at(-1)?.outerHTML ?? '';
      return { text: textOf(html), controls: controlsIn(html) };
    },
    html: () => page.body.outerHTML,
    text: () => textOf(page.body.outerHTML),
    controls: () => controlsIn(page.body.outerHTML),
    focused: () =>
      page.activeElement === page.body ? '' : nameOf(page.activeElement as Piece) || page.activeElement?.name,
    async press(words: string, detail = 1) {
      const one = find(words);
      one.focus();
      await happen('onClick', one, { detail });
      const form = one.attributes.type === 'submit' && !one.hasAttribute('disabled');
      const whole = one.attributes.form
        ? page.body.all().find(({ id }) => id === one.attributes.form)
        : one.closest('form');
      if (form && whole) await happen('onSubmit', whole);
    },
    async type(label: string, value: string | boolean) {
      const control = field(label) as Piece & { value: unknown; checked: unknown };
      Object.assign(control, typeof value === 'boolean' ? { checked: value } : { value });
      await happen('onChange', control);
    },
  };
}
