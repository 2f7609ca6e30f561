import type { ChildProcess } from 'node:child_process';
import {
  expect as assertions,
  test as base,
  type ExpectMatcherState,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import type { ClientConfig } from 'pg';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { signIn } from '../../kit/desk.ts';
import { startServer as startSite } from '../../kit/server.ts';
import { ADMIN, type Site, siteAt } from '../../kit/site.ts';
import { type FontName, showIn } from '../../prove/fonts.ts';
import { PROJECT, startHostedSite } from './hosted.ts';

/** A real server over its own PostgreSQL and folder, started as `npm start` does. */
export type RunningServer = {
  url: string;
  /** Origin of its API: its own, or that of a project of Supabase's parts (`npm run prove -- supabase`). */
  api: string;
  /** The public key. */
  key: string;
  /** The owner's login to that project's database. */
  database?: ClientConfig;
  /** What that project's dashboard does in the place of our `/admin/users`. */
  addAdministrator?: (email: string, password: string) => Promise<void>;
  dataDir: string;
  output: () => string;
  /** Ends it, and removes its folder unless it was given. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  process: ChildProcess;
};

/**
 * Starts a server; resolves when it prints its address. `dataDir` is reused and not deleted by
 * `stop`; without it the server has a copy of what a first start leaves (first-start.ts).
 */
export async function startServer(
  environment: Record<string, string> = {},
  dataDir?: string,
): Promise<RunningServer> {
  if (PROJECT) {
    const { stop, ...site } = await startHostedSite(PROJECT, ADMIN, environment.SIGNUP === 'on');
    return { ...site, dataDir: '', output: () => '', stop: () => stop(), process: null as never };
  }
  const site = await startSite({
    folder: dataDir,
    copyOf: process.env.FIRST_START,
    inherited: { PATH: process.env.PATH, HOME: process.env.HOME },
    environment: { LIMITS: 'relaxed', LOG_LEVEL: 'info', ...environment },
  });
  const { url, key, folder, said, child, stop } = site;
  return { url, api: url, key, dataDir: folder, output: said, process: child, stop };
}

/** A server's API, for callers past the browser. */
export const apiOf = ({ api, key }: RunningServer): Site => ({ url: api, key });

/** Holds every request to these addresses until the returned function is called; `then` answers or continues them. */
export async function holdRequests(
  page: Page,
  addresses: string | RegExp,
  then = (route: Route): Promise<void> => route.continue(),
) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await then(route);
  });
  return release;
}

/**
 * Playwright's assertions. Its own `toBeVisible` describes the whole page at each look at what is not there yet, in
 * 30 to 60 ms of the browser; `waitFor` waits for the same and only looks.
 */
export const expect = assertions.extend({
  async toBeVisible(
    this: ExpectMatcherState,
    locator: Locator,
    { timeout = this.timeout }: { timeout?: number } = {},
  ) {
    if (this.isNot) throw new Error('toBeHidden waits for what is not to be seen');
    await locator.waitFor({ timeout }).catch(() => assertions(locator).toBeVisible({ timeout: 1 })); // says what it found
    return { pass: true, message: () => '' };
  },
});

/** Adds a page's console errors, warnings and uncaught exceptions to `mishaps`. */
export function hearMishaps(page: Page, mishaps: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) mishaps.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => mishaps.push(`exception: ${error.message}`));
}

/** Whether the page of a failed test still runs scripts and draws, which its error does not tell. */
const pageState = (page: Page) =>
  Promise.race([
    page
      .evaluate(async () => {
        const drawn = new Promise((resolve) => requestAnimationFrame(() => resolve('draws')));
        const late = new Promise((resolve) => setTimeout(() => resolve('does not draw'), 3_000));
        return `The page is ${document.visibilityState} and ${await Promise.race([drawn, late])}.`;
      })
      .catch((error: Error) => `The page: ${error.message}`),
    new Promise<string>((resolve) => setTimeout(() => resolve('The page runs no script.'), 6_000)),
  ]);

/** One server per worker, and a page on which every browser error fails the test. */
export const test = base.extend<
  {
    /** What `page` shows its text in; null: the machine's own font. A test that measures says it with `test.use`. */
    font: FontName | null;
    mishaps: string[];
    /** Opens the list signed in, without the sign-in card, which accounts.e2e and keyboard.e2e use: all, or what waits under a chip; with '' where it begins. */
    signIn: (page?: Page, chip?: string | RegExp) => Promise<void>;
  },
  { server: RunningServer }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),

  font: [null, { option: true }],
  page: async ({ page, font }, use) => {
    if (font) await showIn(page, font);
    await use(page);
  },

  /** Console errors, uncaught exceptions, policy reports and requests to other origins, in the order they came. A test that causes one on purpose empties the list. */
  mishaps: [
    async ({ page, baseURL }, use, { errors }) => {
      const mishaps: string[] = [];
      const api = PROJECT && baseURL ? (await siteAt(baseURL)).url : baseURL;
      hearMishaps(page, mishaps);
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^http/.test(protocol) && origin !== baseURL && origin !== api)
          mishaps.push(`request to ${origin}`);
      });
      await use(mishaps);
      if (errors.length > 0) mishaps.push(await pageState(page));
      expect(mishaps).toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page, baseURL }, use) => {
    await use(async (where = page, chip: string | RegExp = 'Todas') => {
      if (!baseURL) throw new Error('there is no server to sign in to');
      const { session } = await signIn(await siteAt(baseURL));
      const mark = `signed-in-${session.access_token.slice(-8)}`;
      await where.addInitScript(
        ([address, key, value, once]) => {
          if (location.origin !== address || sessionStorage[once]) return;
          sessionStorage[once] = 'yes'; // a reload finds what the page made of its session
          sessionStorage[key] = value;
        },
        [baseURL, SESSION_KEY, JSON.stringify(session), mark] as const,
      );
      await where.goto('/admin/inscricoes');
      await expect(where.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
      if (chip) await pressChip(where, chip);
    });
  },
});

/** Shows what waits under a chip of the desk, or all, whatever was shown; the focus stays where it is. */
export async function pressChip(page: Page, name: string | RegExp) {
  const chips = page.getByRole('group', { name: 'Para fazer' });
  for (const one of new Set(['Todas', name]))
    await chips.getByRole('button', { name: one }).dispatchEvent('click');
}

/** What opens and closes the menu on a phone. */
export const menuToggle = (page: Page) => page.locator('#menu > summary');

/** For `test.use`: smooth scrolling and animations, which playwright.config.ts turns off. */
export const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Answers of one complete, plainly artificial enrolment, by control. Radios and the select are named by the choice's label. */
export const ANSWERS = {
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2012',
  sexo: 'Feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefoneWhatsapp: '(62) 90000-0000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '(62) 90000-0001',
  contatoRecados: 'Vizinha, (62) 90000-0002',
  nivelEscolaridade: 'Ensino Fundamental incompleto',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  rendaFamiliar: 'Até 1 salário mínimo',
  peso: '52,5',
  altura: '1,62',
  condicaoMedica: 'Não',
  condicaoMedicaDetalhes: '',
};

export type Answers = typeof ANSWERS;

const GROUPS = {
  sexo: /^Sexo/,
  rendaFamiliar: /^Renda da família/,
  condicaoMedica: /^Possui Condição Médica/,
};

/** Gives one answer as a person would: `answer` is what is typed, or the words of what is chosen. */
export async function fillAnswer(page: Page, name: string, answer: string) {
  const group = GROUPS[name as keyof typeof GROUPS];
  if (group) await page.getByRole('group', { name: group }).getByLabel(answer, { exact: true }).check();
  else if (name === 'nivelEscolaridade') await page.locator(`#${name}`).selectOption({ label: answer });
  else await page.locator(`#${name}`).fill(answer);
}

/**
 * Fills the form; an empty answer leaves its control alone. `file` null attaches nothing.
 * All answers go in one call to the browser, control by control, with the events that
 * typing and tapping cause: tests of the controls themselves use `fillAnswer`.
 */
export async function fillEnrolment(
  page: Page,
  changes: Partial<Answers> = {},
  file: FilePayload | string | null = 'e2e/support/files/nis.pdf',
) {
  const answers = Object.entries({ ...ANSWERS, ...changes }).filter(([, answer]) => answer !== '');
  await page.locator('form:has(#nomeCompleto)').evaluate(async (form: HTMLFormElement, given) => {
    const wordsOf = (control: HTMLInputElement) => control.labels?.[0]?.textContent?.trim();
    for (const [name, answer] of given) {
      const controls = [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
      const control = controls.find((one) => one.type !== 'radio' || wordsOf(one) === answer);
      if (!control?.checkVisibility() || control.disabled) throw new Error(`nobody can answer ${name}`);
      control.focus({ preventScroll: true });
      if (control.type === 'radio') control.click();
      else if (control instanceof HTMLSelectElement) {
        const choice = [...control.options].find((option) => option.label === answer);
        if (!choice) throw new Error(`${name} has no choice ${answer}`);
        choice.selected = true;
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
      } else {
        control.select();
        document.execCommand('insertText', false, answer);
      }
      await new Promise((resolve) => setTimeout(resolve)); // what the page does after its event
    }
  }, answers);
  if (file !== null) await page.locator('#cadastroUnico').setInputFiles(file);
}

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

export const send = (page: Page) => page.getByRole('button', { name: 'Enviar Inscrição' }).click();

/** The toast that is shown now, whatever its role. */
export const toast = (page: Page) => page.getByRole('region', { name: 'Avisos' });

/** Opens the form and waits until it can be sent: before the script has taken over, its button does nothing. */
export async function openForm(page: Page, site = '') {
  await page.goto(`${site}/projeto-social`);
  await untilReady(page);
}

/**
 * Presses a key, because the form's scripts are loaded by the first input, and waits until the form can be
 * sent.
 */
export async function untilReady(page: Page) {
  await page.keyboard.press('Shift');
  await page.locator('form button[type=submit]').waitFor();
}
