import type { Browser, Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { project } from '../../content/social-project.ts';
import { type Desk, signIn } from '../../kit/desk.ts';
import { makeSubmission } from '../../kit/family.ts';
import type { RunningServer } from '../../kit/server.ts';
import { freePort } from '../command.ts';
import { openChromium } from '../desk-page.ts';
import { check } from '../kill.ts';
import { start } from './release-site.ts';
import type { SiteFolder } from './site-contents.ts';

// Families who have pages of the release before open in Chromium while their site becomes this one: what was
// begun there arrives once, with its link (decision 135). The words are those that both releases have.

/** Who is in each tab when the server of the release before stops. */
const PEOPLE = {
  /** Has enrolled, and reads the situation by the personal link. */
  linked: 'Pessoa do Link',
  /** Has filled in the form, and sends it afterwards. */
  open: 'Pessoa da Aba Aberta',
  /** Sends it while no server is there. */
  retrying: 'Pessoa da Espera',
  /** Reloads the page afterwards, and then sends. */
  draft: 'Pessoa do Rascunho',
  /** The same, when its row has arrived already and the answer was lost. */
  tried: 'Pessoa da Resposta Perdida',
  /** Has asked for a copy of three days, and comes back to it in another tab. */
  copied: 'Pessoa dos Três Dias',
} as const;

type Tab = keyof typeof PEOPLE;
const TABS = Object.keys(PEOPLE) as Tab[];

/** What an adult has to answer: ordinary answers, and those of which no copy is kept outside the tab. */
const TEXTS = {
  dataNascimento: '05/03/1990',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, CEP 76000-000',
  telefoneWhatsapp: '(62) 90000-0000',
  email: 'pessoa@example.com',
};
const PRIVATE = { cpf: '529.982.247-25', peso: '52,5', altura: '1,62' };

const write = async (page: Page, texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) await page.locator(`#${name}`).fill(text);
};
const choose = async (page: Page, choices: Record<string, string>) => {
  for (const [name, value] of Object.entries(choices))
    await page.locator(`input[name=${name}][value=${value}]`).check({ force: true });
};
const answerPrivate = async (page: Page) => {
  await write(page, PRIVATE);
  await choose(page, { rendaFamiliar: 'ate-1', condicaoMedica: 'nao' });
};
const attachTo = (page: Page, field: string) =>
  page.locator(field).setInputFiles({
    name: 'nis.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(makeSubmission(0, 2_000).bytes),
  });
/** Until the scripts have taken the form over; this release's wait for a key. */
const untilReady = async (page: Page) => {
  await page.keyboard.press('Shift');
  await page.locator('form button[type=submit]').waitFor();
};
export const send = (page: Page) => page.getByRole('button', { name: project.send }).click();

/** Waits for the confirmation, and gives its number. */
export const protocolOn = async (page: Page) =>
  (await page.locator('.confirmation__protocol').innerText()).replace('-', '');

/** Of the confirmation: there is another way to the page, without a code. */
const OWN_LINK = 'a[href*="/situacao#"]';

/** The code of the personal link that the confirmation shows. */
export const codeOn = async (page: Page): Promise<string> =>
  (await page.locator(OWN_LINK).getAttribute('href'))?.split('#')[1] ?? '';

/** Whether a personal link shows its enrolment, by the page that is published there. */
export async function opensLink(browser: Browser, url: string, code: string | null): Promise<boolean> {
  const page = await browser.newPage();
  await page.goto(`${url}/projeto-social/situacao#${code}`);
  const shown = page.getByText(situation.each.nova.title);
  await shown.or(page.getByText(situation.nobody)).first().waitFor();
  const isShown = (await shown.count()) > 0;
  await page.close();
  return isShown;
}

/** Opens the form in a browser profile of its own, and fills in all that is required. */
export async function fillIn(browser: Browser, url: string, nomeCompleto: string): Promise<Page> {
  const viewport = { width: 360, height: 740 };
  const page = await (await browser.newContext({ viewport, locale: 'pt-BR' })).newPage();
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})); // leaving while it sends
  await page.goto(`${url}/projeto-social`);
  await untilReady(page);
  await write(page, { nomeCompleto, ...TEXTS });
  await choose(page, { sexo: 'feminino' });
  await page.locator('#nivelEscolaridade').selectOption('medio-completo');
  await answerPrivate(page);
  await attachTo(page, '#cadastroUnico');
  await page.waitForFunction((name) => JSON.stringify({ ...sessionStorage }).includes(name), nomeCompleto);
  return page;
}

/** The tabs as the release before leaves them. */
async function openTabs(browser: Browser, url: string): Promise<Record<Tab, Page>> {
  const pages = {} as Record<Tab, Page>;
  for (const tab of TABS) pages[tab] = await fillIn(browser, url, PEOPLE[tab]);
  const { linked, tried, copied } = pages;
  await send(linked);
  await linked.locator(OWN_LINK).click();
  await linked.getByText(situation.each.nova.title).waitFor();
  let arrived = () => {};
  const row = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await tried.route('**/rest/v1/inscricoes_projeto', async (route) => {
    await route.fetch().catch(() => {}); // its page tries again when no server is there, too
    await route.abort('connectionreset').catch(() => {}); // of a page that was left
    arrived();
  });
  await send(tried);
  await row;
  await copied.getByText(/^Guardar neste celular por 3 dias/).click();
  await copied.waitForFunction((name) => JSON.stringify({ ...localStorage }).includes(name), PEOPLE.copied);
  return pages;
}

/** Runs `work` with a Chromium and a site that the code in `root` serves; once that is stopped, `update` serves it by this code at the same address. */
export async function withUpdate(
  site: SiteFolder,
  root: string,
  executablePath: string | null,
  work: (browser: Browser, before: RunningServer, update: () => Promise<RunningServer>) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const before = await start(site, root, port);
  const browser = await openChromium(executablePath);
  try {
    await work(browser, before, () => start(site, undefined, port));
  } finally {
    await browser.close();
  }
}

/** Proves it on an empty site, first with the code in `root`; in the Chromium at `executablePath`. */
export const proveOpenTabs = (site: SiteFolder, root: string, executablePath: string | null): Promise<void> =>
  withUpdate(site, root, executablePath, async (browser, before, update) => {
    const tabs = await openTabs(browser, before.url);
    await before.stop();
    await send(tabs.retrying);
    const server = await update();
    await checkTabs(tabs, { browser, url: server.url, desk: await signIn(server) });
    await server.stop();
  });

type Updated = { browser: Browser; url: string; desk: Desk };

async function checkTabs(tabs: Record<Tab, Page>, { browser, url, desk }: Updated): Promise<void> {
  const { linked, open, draft, tried, copied } = tabs;
  /** One row of this person, whose protocol is the one that is told. */
  const checkArrived = async (tab: Tab) => {
    const number = await protocolOn(tabs[tab]);
    const rows = await desk.rowsOf(PEOPLE[tab]);
    check(rows.length === 1, `${PEOPLE[tab]} has arrived once (${rows.length} times)`);
    check(rows[0]?.protocolo === number, `${PEOPLE[tab]} is told the protocol that is stored (${number})`);
  };
  const checkLink = async (tab: Tab, code: string | null) => {
    check(/^[0-9a-f]{32}$/.test(code ?? ''), `${PEOPLE[tab]} has a secret link (${code})`);
    check(await opensLink(browser, url, code), `the link of ${PEOPLE[tab]} opens`);
  };

  await linked.getByText(situation.requests.telephone.title).click();
  await linked.getByLabel(situation.requests.telephoneLabel).fill('62988887777');
  await linked.getByRole('button', { name: situation.requests.telephone.send }).click();
  await linked.getByText(situation.requests.open.telefone).waitFor();
  await linked.reload();
  await linked.getByText(situation.requests.open.telefone).waitFor();
  await checkLink('linked', new URL(linked.url()).hash.slice(1));

  await send(open);
  for (const tab of ['open', 'retrying'] as const) {
    await checkArrived(tab);
    await tabs[tab].reload(); // this release shows what the one before left in the tab
    await checkLink(tab, await codeOn(tabs[tab]));
  }

  await draft.reload();
  const other = await copied.context().newPage();
  await copied.close();
  tabs.copied = other;
  await other.goto(`${url}/projeto-social`);
  await other.getByRole('button', { name: project.draft.resume }).click();
  await answerPrivate(other);
  for (const tab of ['draft', 'copied'] as const) {
    await attachTo(tabs[tab], '#cadastroUnico');
    await send(tabs[tab]);
    await checkArrived(tab);
    await checkLink(tab, await codeOn(tabs[tab]));
  }

  await tried.reload(); // its page of the release before got no answer until now
  await tried.unrouteAll();
  await send(tried);
  await checkArrived('tried');
  await checkLink('tried', await codeOn(tried));
}
