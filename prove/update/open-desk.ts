import type { Page } from '@playwright/test';
import { accounts } from '../../content/accounts.ts';
import { classes } from '../../content/classes.ts';
import { correcting } from '../../content/corrections.ts';
import { deciding } from '../../content/deciding.ts';
import { desk } from '../../content/desk.ts';
import { admin, deskScreens } from '../../content/desk-screens.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { CRITERIA } from '../../domain/desk/situations.ts';
import { ADMIN } from '../../kit/site.ts';
import { runToItsEnd } from '../command.ts';
import { signInOn } from '../desk-page.ts';
import { check } from '../kill.ts';
import { withUpdate } from './open-tabs.ts';
import { contentsOf, type SiteFolder } from './site-contents.ts';

// The desk has tabs of the release before open in Chromium while its site becomes this one: a list, an enrolment, each
// kind of form. The press after it says that the site has another version: nothing is stored by half, and what was
// typed is there (decision 166). Words that this release has too are those of content/.

/** A button, by its name; a field by its label, pressed, or with what is written or chosen in it. */
type Step = string | RegExp | readonly [label: string | RegExp, text?: string];

async function take(page: Page, step: Step): Promise<unknown> {
  if (typeof step === 'string' || step instanceof RegExp)
    return page
      .getByRole('button', { name: step, exact: true })
      .or(page.getByRole('navigation').getByRole('link', { name: step, exact: true }))
      .last()
      .click();
  const [label, text] = step;
  const field = page.getByLabel(label, { exact: true }).last();
  if (text === undefined) return field.click();
  const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
  return isSelect ? field.selectOption(text) : field.fill(text);
}

const [turmas, ajustes] = [deskScreens.turmas.link, deskScreens.ajustes.link];
// People are known by the number at the end of a demonstration name.
const open = /^Ver inscrição de .* 12$/;
const WAITS = 'Quem participou e saiu';

/** What is done in each, of which the last when the site is another. */
const TABS: Record<string, readonly Step[]> = {
  search: [[desk.search, 'Demonstração 7']],
  'an enrolment opened': [open],
  approved: [open, deciding.withClass, [deciding.firstDay, '2027-02-01'], 'Só gravar'],
  note: [open, [openEnrolment.note, 'Liga na terça.'], openEnrolment.writeNote],
  criterion: [open, [CRITERIA.cadunico]],
  corrected: [
    ...[open, correcting.open, ['Cidade', 'Outra Cidade'] as const],
    ...[[correcting.reason, 'digitado-errado'] as const, 'Gravar correção'],
  ],
  'class made': [turmas, classes.add, [classes.form.name, 'Turma Nova'], accounts.save],
  'setting saved': [ajustes, [WAITS, '20'], `${accounts.save}: ${WAITS}`],
};

/** What looking, signing in and starting change by themselves. */
const BY_ITSELF = /^(servidor|auth)\.|private\.(auditoria|copias|contatos_do_centro)/;

/** The tables of which anything is another. */
async function storedIn(site: SiteFolder): Promise<string> {
  const { tables, documents } = await contentsOf(site);
  const stored = [...tables].filter(([name]) => !BY_ITSELF.test(name));
  return JSON.stringify([
    stored.map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
    documents,
  ]);
}

/** What is typed in dialogs and forms. */
const typedIn = (page: Page): Promise<string[]> =>
  page
    .locator(
      ':is(dialog, form) :is(textarea, input:not([type=checkbox], [type=radio], [hidden])), [type=search]',
    )
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).filter(Boolean));

/** Proves it on an empty site, first with the code in `root`; in the Chromium at `executablePath`. Returns how many tabs that were. */
export async function proveOpenDesk(
  site: SiteFolder,
  root: string,
  executablePath: string | null,
): Promise<number> {
  await withUpdate(site, root, executablePath, async (browser, before, update) => {
    await runToItsEnd('demo:data', [], site.folder, site.environment, root);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'pt-BR' });
    context.setDefaultTimeout(40_000);
    const tabs = new Map<string, Page>();
    for (const [name, steps] of Object.entries(TABS)) {
      const page = await context.newPage(); // a session is a tab's own
      await signInOn(page, before.url, ADMIN);
      await page.goto(`${before.url}/admin/inscricoes?tamanho=100`);
      await page.locator('table').first().waitFor();
      for (const step of steps.slice(0, -1)) await take(page, step);
      await page.waitForLoadState('networkidle');
      tabs.set(name, page);
    }
    await before.stop();
    const server = await update();
    const stored = await storedIn(site);
    for (const [name, page] of tabs) {
      const typed = await typedIn(page);
      await take(page, TABS[name]?.at(-1) ?? '');
      if (name === 'search') await page.keyboard.press('Enter');
      await page.getByText(admin.otherVersion).first().waitFor({ state: 'attached' });
      const left = await typedIn(page);
      check(
        typed.every((text) => left.some((now) => now.includes(text))),
        `${name}: what was typed is there (${typed}; ${left})`,
      );
      check(!/undefined|NaN|\[object/.test(await page.locator('body').innerText()), `${name}: nothing odd`);
      check((await storedIn(site)) === stored, `${name}: nothing is stored`);
    }
    await server.stop();
  });
  return Object.keys(TABS).length;
}
