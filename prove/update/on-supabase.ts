import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { admin } from '../../content/desk-screens.ts';
import { ensureBrowser } from '../../kit/browser.ts';
import { type Desk, signIn } from '../../kit/desk.ts';
import { ADMIN, ask, call } from '../../kit/site.ts';
import { writeStaticSite } from '../../server/static-site.ts';
import { openChromium, signInOn } from '../desk-page.ts';
import { check, eventually } from '../kill.ts';
import { startStaticHost } from '../owner/static-host.ts';
import { type OwnedProject, partsOfOwner, withProject } from '../supabase/owned-project.ts';
import type { Parts } from '../supabase/parts.ts';
import { appliedVersions, makeEmptyProject, push, pushMigrations } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';
import { codeOn, fillIn, opensLink, protocolOn, send } from './open-tabs.ts';
import { fetchRelease, RELEASE } from './release-site.ts';

// `npm run prove -- supabase update [TAG]`: on Supabase pages and database never change together. Families
// enrol in Chromium by this release's pages over the database of the release before, and by its pages over
// this database, also from tabs that were open meanwhile; the desk is told of the other version, and lists them once both are one.

/** Who sends from which pages. */
const PEOPLE = {
  /** Opens the form of the release before, and sends when its database is this one. */
  open: 'Pessoa da Aba Aberta',
  /** The whole by this release's pages, over the database of before. */
  early: 'Pessoa Adiantada',
  /** Opens the form as `early`, and sends over this database. */
  waiting: 'Pessoa da Espera',
  /** The whole by the pages of before, over this database. */
  late: 'Pessoa Atrasada',
} as const;

type Shown = { browser: Browser; url: string };

/** Sends the filled-in form; throws unless one row arrives, by the protocol that is told. Returns the code of the link that is shown. */
async function arrives(page: Page, name: string, desk: Desk): Promise<string | null> {
  await send(page);
  const number = await protocolOn(page);
  const rows = await desk.rowsOf(name);
  check(rows.length === 1, `${name} has arrived once (${rows.length} times)`);
  check(rows[0]?.protocolo === number, `${name} is told the protocol that is stored (${number})`);
  return await codeOn(page);
}

/** The desk's page after signing in, once it says these words. */
async function deskSays({ browser, url }: Shown, words: string): Promise<Page> {
  const page = await browser.newPage();
  await signInOn(page, url, ADMIN, page.getByText(words).first());
  return page;
}

async function prove(project: OwnedProject, parts: Parts, tag: string, browser: Browser): Promise<void> {
  const above = mkdtempSync(join(tmpdir(), 'cc-prove-two-'));
  const root = join(above, 'codigo');
  const published = join(above, 'publicado');
  fetchRelease(tag, root, ['--supabase', project.url, project.key]);
  const pages = { before: join(root, 'dist/site'), now: join(above, 'agora') };
  cpSync('dist/site', pages.now, { recursive: true });
  writeStaticSite(pages.now, project, {});
  const publish = (which: keyof typeof pages) => {
    rmSync(published, { recursive: true, force: true });
    cpSync(pages[which], published, { recursive: true });
  };
  /** Until PostgREST knows this function of the database. */
  const known = async (name: string) => {
    const isKnown = async () => (await call(project, `/rest/v1/rpc/${name}`, { body: {} })).status !== 404;
    await eventually(`PostgREST knows ${name}`, 20_000, isKnown);
  };
  const site = await startStaticHost(published);
  const shown = { browser, url: site.url };
  try {
    await pushMigrations(project.cluster, parts, root);
    await known('formulario');
    const { url, secret } = project;
    const account = await ask<{ id: string }>({ url, key: secret }, '/auth/v1/admin/users', { body: ADMIN });
    await project.query(`select private.ativar_administrador('${account.id}', null)`);
    const desk = await signIn(project);

    publish('before');
    const open = await fillIn(browser, site.url, PEOPLE.open);

    publish('now');
    const early = await fillIn(browser, site.url, PEOPLE.early);
    const waiting = await fillIn(browser, site.url, PEOPLE.waiting);
    const earlyCode = await arrives(early, PEOPLE.early, desk);
    const deskPage = await deskSays(shown, admin.otherVersion);
    console.log(
      `this release's pages over ${tag}'s database: a family enrols, the desk hears of another version`,
    );

    await push(project.cluster);
    await known('alerta_da_equipe');
    const applied = await appliedVersions(project.cluster);
    await pushMigrations(project.cluster, parts);
    check(
      (await appliedVersions(project.cluster)).join() === applied.join(),
      'a stray db push finds nothing to do',
    );
    const waitingCode = await arrives(waiting, PEOPLE.waiting, desk);
    check(
      await opensLink(browser, site.url, earlyCode),
      'the link from before the migrations opens after them',
    );
    check(await opensLink(browser, site.url, waitingCode), 'and the link of a tab that stood open meanwhile');
    await deskPage.reload();
    await deskPage.getByText(PEOPLE.early).first().waitFor();
    console.log('after the migrations both links open, and the desk has its list when it is loaded anew');

    publish('before');
    const late = await fillIn(browser, site.url, PEOPLE.late);
    const lateCode = await arrives(late, PEOPLE.late, desk);
    await arrives(open, PEOPLE.open, desk);
    check(await opensLink(browser, site.url, lateCode), 'the link of a page of before opens in it');

    publish('now');
    check(await opensLink(browser, site.url, lateCode), 'and in the page of this release');
    console.log(`pages of ${tag} over this database: families enrol, and their links open in both`);
  } finally {
    await site.stop();
    rmSync(above, { recursive: true, force: true });
  }
}

export async function run([tag = RELEASE]: string[]): Promise<number> {
  const parts = partsOfOwner();
  const browser = await openChromium(ensureBrowser({ headless: true }));
  try {
    await withProject(parts, { make: (cluster) => makeEmptyProject(cluster, parts, JWT_SECRET) }, (project) =>
      prove(project, parts, tag, browser),
    );
  } finally {
    await browser.close();
  }
  console.log('Every promise holds.');
  return 0;
}
