import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { admin } from '../../content/desk-screens.ts';
import type * as functions from '../../domain/functions.ts';
import { signIn } from '../../kit/desk.ts';
import { enrol, makeSubmission } from '../../kit/family.ts';
import type { RunningServer } from '../../kit/server.ts';
import { type Account, ADMIN } from '../../kit/site.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { signAccessToken } from '../../server/core/tokens.ts';
import { NOT_COPIED } from '../../server/site-data/copy/tables.ts';
import { runToItsEnd } from '../command.ts';
import { check, eventually } from '../kill.ts';
import { COLLEAGUES, colleague, NO_PRESS, OTHERWISE, TABS, type TabName, take } from './desk-tabs.ts';
import { withUpdate } from './open-tabs.ts';
import { type Contents, contentsOf, query, type Row, type SiteFolder } from './site-contents.ts';

// The desk has tabs of the release before open in Chromium while its site becomes this one: one for each of its
// calls, a press before it. That press is done whole, or the page says that the site has another version: nothing
// is stored by half, and nothing that was typed is gone (decision 166).

/** A tab that has asked for nothing so long has all that it asked for. */
const REST_MS = 500;
const LIMIT_MS = 40_000;

/** A desk with something of everything to do. */
async function fill(site: SiteFolder, root: string, server: RunningServer): Promise<void> {
  await runToItsEnd('demo:data', [], site.folder, site.environment, root);
  for (let number = 0; number < 30; number += 1) await enrol(server, makeSubmission(number, 2_000)); // a flood
  const desk = await signIn(server);
  const rows = await desk.rows();
  const rowOf = (number: number) => rows.find(({ nome_completo: name }) => name.endsWith(` ${number}`));
  const idOf = (number: number) => rowOf(number)?.id;
  for (const number of [25, 27, 28, 29, 30]) {
    const [inscricao, confirmacao] = [idOf(number), rowOf(number)?.protocolo];
    await desk.rpc('apagar_inscricao', { inscricao, confirmacao, motivo: 'teste' }); // much for one day
  }
  await desk.rpc('escrever_nota', { inscricao: idOf(10), texto: 'Liga na segunda.' });
  await desk.rpc('pedir_no_balcao', { inscricao: idOf(11), tipo: 'apagar', identidade_conferida: true });
  const refusal = { versao: 1, situacao: 'nao-aprovada', motivo: 'As vagas acabaram.' };
  await desk.rpc('mudar_situacao', { inscricao: idOf(4), ...refusal });
  for (const who of COLLEAGUES) {
    const papel = who === 'professor' ? who : 'secretaria';
    const body = { ...colleague(who), papel, current_password: ADMIN.password };
    await desk.ask('/auth/v1/admin/users', { body });
  }
  await query(
    site, // retention was away for five days and waits for a person; who is of the direção was so last week
    `select private.encerrar_prazos(0, 0, 0); alter table private.auditoria disable trigger guardar_auditoria;
     update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao';
     alter table private.auditoria enable trigger guardar_auditoria; select private.conferir_freio();
     update private.administradores set criado_em = now() - interval '30 days' where true`,
  );
}

/** Looks and sign-ins, which are noted of every press. */
const OF_EVERY_PRESS = /^(viu_|entrou|saiu)/;
const TIMES_OF_ACCOUNTS = ['last_sign_in_at', 'updated_at'];

/** What became another: audit entries by their action, and of tables the columns; `+` for a row that came, `-` for one that went. */
function changesBetween(before: Contents['tables'], after: Contents['tables']): string {
  const idOf = ({ id, inscricao_id, user_id, nome }: Row) => id ?? inscricao_id ?? user_id ?? nome;
  const found = [...after].flatMap(([table, rows]) => {
    if (
      NOT_COPIED.has(table) ||
      /^(servidor|private\.(auditoria_pontas|copias|contatos_do_centro))/.test(table)
    )
      return [];
    const were = before.get(table) ?? [];
    if (table === 'private.auditoria')
      return rows.flatMap(({ numero, acao }) =>
        Number(numero) > were.length && !OF_EVERY_PRESS.test(`${acao}`) ? `${acao}` : [],
      );
    const left = new Map(were.map((row) => [idOf(row), row]));
    const changed = rows.flatMap((row) => {
      const was = left.get(idOf(row));
      left.delete(idOf(row));
      if (!was) return `${table}+`;
      const names = Object.keys(row).filter((name) => !TIMES_OF_ACCOUNTS.includes(name));
      return names.flatMap((name) =>
        JSON.stringify(row[name]) === JSON.stringify(was[name]) ? [] : `${table}.${name}`,
      );
    });
    return [...changed, ...[...left].map(() => `${table}-`)];
  });
  return [...new Set(found)].join(' ').replaceAll('private.', '');
}

/** What is typed in dialogs, forms and the search. */
const typedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = 'textarea, input:not([type=checkbox], [type=radio], [hidden])';
    const fields = document.querySelectorAll<HTMLInputElement>(
      `:is(dialog, form) :is(${texts}), [type=search]`,
    );
    return [...fields].map(({ value }) => value).filter(Boolean);
  });

/** A session whose password was given ten minutes ago: what asks for it again does so. */
async function oldSession(server: RunningServer, account: Account) {
  const { session, token } = await signIn(server, account);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { jwt } = loadKeys(server.folder, { jwtSecret: null, anonKey: null });
  const amr = [{ method: 'password', timestamp: claims.iat - 600 }];
  return { ...session, access_token: (await signAccessToken(jwt, { ...claims, amr }, claims.iat)).token };
}

/** Before any script of a page: it is signed in, fetches no document unasked, prints nothing, and what it offers for a minute it offers on a slow machine too. */
function begin(session: string): void {
  sessionStorage.setItem('cc-sessao', session);
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (act: () => void, ms = 0, ...given: []) =>
      setTimeout(act, ms > 10_000 ? 100 * ms : ms, ...given),
  });
}

/** Does it, and waits until the page has all that it asked for. */
async function atRest(page: Page, act: () => Promise<unknown>): Promise<void> {
  let [open, last] = [0, performance.now()];
  const count = (more: number) => () => {
    open += more;
    last = performance.now();
  };
  page.on('request', count(1)).on('response', count(-1)).on('requestfailed', count(-1));
  await act();
  await eventually('a tab comes to rest', LIMIT_MS, () => open <= 0 && performance.now() - last > REST_MS);
  page.removeAllListeners();
}

/** Makes the last press of a tab; throws unless it is done whole or refused with the sentence. */
async function press(name: TabName, page: Page, site: SiteFolder): Promise<void> {
  const [says, done = ''] = OTHERWISE[name] ?? [admin.otherVersion];
  const [{ tables: before }, typed] = [await contentsOf(site), await typedIn(page)];
  const last = TABS[name].at(-1);
  await atRest(page, async () => last && take(page, last));
  const said = page.getByText(says).first();
  await said.waitFor({ state: 'attached' }).catch(() => {});
  const shown = await page.locator('body').innerText();
  check(
    (await said.count()) > 0 && !/undefined|NaN|\[object/.test(shown),
    `it says ${says}, and nothing odd (${shown})`,
  );
  const changes = changesBetween(before, (await contentsOf(site)).tables);
  check(changes === done, `it does ${done || 'nothing'} (${changes})`);
  const left = await typedIn(page);
  const isThere = (text: string) => left.some((now) => now.includes(text));
  check(done !== '' || typed.every(isThere), `what was typed is there (${typed}; ${left})`);
}

/** Proves it on an empty site, first with the code in `root`; in the Chromium at `executablePath`. Returns how many tabs that were. */
export async function proveOpenDesk(
  site: SiteFolder,
  root: string,
  executablePath: string | null,
): Promise<number> {
  const names = Object.keys(TABS) as TabName[];
  await withUpdate(site, root, executablePath, async (browser, before, update) => {
    await fill(site, root, before);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'pt-BR' });
    context.setDefaultTimeout(LIMIT_MS);
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
    const faults: string[] = [];
    const tabs = new Map<TabName, Page>();
    const sessions = new Map<string, Awaited<ReturnType<typeof oldSession>>>();
    for (const [at, name] of names.entries()) {
      const page = await context.newPage();
      const who = name === 'own classes' ? colleague('professor') : ADMIN;
      const pair = `${who.email} ${at >> 1}`; // an account has fifty sessions at most: two tabs share one
      const session = sessions.get(pair) ?? (await oldSession(before, who));
      sessions.set(pair, session);
      await page.addInitScript(begin, JSON.stringify(session)); // a session is a tab's own
      const makeReady = async () => {
        await page.goto(`${before.url}/admin/inscricoes?tamanho=100`);
        await page.locator('table, .desk-page').first().waitFor();
        for (const step of TABS[name].slice(0, -1)) await take(page, step);
        tabs.set(name, page);
      };
      await atRest(page, makeReady).catch(({ message }) =>
        faults.push(`${name}, before the update: ${message}`),
      );
    }
    await before.stop();

    const server = await update();
    const called = new Set<string>();
    context.on('request', (request) => called.add(/\/rpc\/(\w+)/.exec(request.url())?.[1] ?? ''));
    for (const [name, page] of tabs)
      await press(name, page, site).catch(({ message }) => faults.push(`${name}: ${message}`));
    await server.stop();
    check(faults.length === 0, `each tab of the desk works, or says why not\n${faults.join('\n')}`);
    const { FUNCTIONS, isOfTheDesk }: typeof functions = await import(join(root, 'domain/functions.ts'));
    const missed = Object.entries(FUNCTIONS).flatMap(([name, fn]) =>
      isOfTheDesk(fn) && !called.has(name) && !NO_PRESS.includes(name) ? [name] : [],
    );
    check(missed.length === 0, `every call of the desk is made (not ${missed})`);
  });
  return names.length;
}
