import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../kit/browser.ts';
import { type Desk, signIn } from '../../kit/desk.ts';
import type { RunningServer } from '../../kit/server.ts';
import { type Account, ADMIN, ask } from '../../kit/site.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check } from '../kill.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { proveOpenDesk } from './open-desk.ts';
import { proveOpenTabs } from './open-tabs.ts';
import { fetchRelease, makeSite, RELEASE, start, stopAll } from './release-site.ts';
import {
  type Contents,
  checkNumbers,
  checkSame,
  contentsOf,
  type SiteFolder,
  withoutErased,
} from './site-contents.ts';

// Part of `npm run prove`: a site of the release before, made and served by that release's own code,
// is taken over by this one, both in its data folder and from its encrypted copy, and back again.

let above = '';
const newFolder = () => join(mkdtempSync(join(above, 'site-')), 'data');

/** Brings back what was erased by hand: what lay in the bin too, which a restore of 1.2.0 would erase (docs/operar.md). */
const bringErased = () => [
  '--devolver-apagadas-desde',
  new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
];

/** Both people are direção: each does what only direção may, and what one erases the other brings back. */
async function checkDirection(server: RunningServer, accounts: readonly Account[]): Promise<void> {
  const desks: Desk[] = [];
  for (const account of accounts) desks.push(await signIn(server, account));
  for (const desk of desks) {
    check((await desk.rpc('meu_papel')) === 'direcao', 'everybody of the release before is direção');
    check((await desk.rpc<object[]>('lista_de_contas')).length === accounts.length, 'and sees the accounts');
    check((await desk.rpc<object[]>('registro_de_acessos')).length > 0, 'and the record');
  }
  const [first, second] = desks as [Desk, Desk];
  const idsInBin = async () =>
    (await second.rpc<{ enrolment: string }[]>('lista_da_lixeira')).map(({ enrolment }) => enrolment);
  const before = await idsInBin();
  const [row] = await first.list<{ id: string; protocolo: string }>('select=id,protocolo&limit=1');
  const id = row?.id ?? '';
  await first.rpc('apagar_inscricao', { inscricao: id, confirmacao: row?.protocolo, motivo: 'outro' });
  check(
    (await idsInBin()).sort().join() === [...before, id].sort().join(),
    'what is erased now, and nothing else, is in the bin beside what was',
  );
  await second.rpc('devolver_apagada', { inscricao: id });
  check((await first.list(`select=id&id=eq.${id}`)).length === 1, 'and comes back');
}

/** Who was signed in under the release before stays so, as direção. */
async function checkOldSession(server: RunningServer, token: string): Promise<void> {
  const role = await ask(server, '/rest/v1/rpc/meu_papel', { token, body: {} });
  const rows = await ask<object[]>(server, '/rest/v1/inscricoes_projeto?select=id&limit=1', { token });
  check(role === 'direcao' && rows.length === 1, `who was signed in works on (${role})`);
}

/** One sentence, no stack; returns it. */
function checkSentence(output: string, sentence: RegExp): string {
  const said = output.split('\n').filter((line) => line && !/^(O Node\.js|> )/.test(line));
  check(
    sentence.test(output) && !/^\s+at |node:internal/m.test(output),
    `it is told in a sentence: ${output}`,
  );
  return said.at(-1) ?? '';
}

/** The release before refuses what this one made, and takes back the copy from before the update. */
async function checkWayBack(
  now: SiteFolder,
  before: Contents,
  copy: string,
  root: string,
  newSite: () => Promise<SiteFolder>,
) {
  const refused = await start(now, root).then(
    () => 'it started',
    ({ message }: Error) => message,
  );
  console.log(`  ${checkSentence(refused, /já é de uma versão mais nova do site .*nada nele foi mudado/)}`);
  const newer = await runToItsEnd('backup', ['--to', newFolder()], now.folder, now.environment);
  const empty = await newSite();
  const tried = await startCommand('restore', [newer], empty.folder, empty.environment, root).ended;
  check(tried.code === 3, `the release before refuses a newer copy (${tried.code})`);
  console.log(`  ${checkSentence(tried.output, /foi feita por outra versão do site .*Nada foi mudado/)}`);
  const back = await newSite();
  await runToItsEnd('restore', [copy, ...bringErased()], back.folder, back.environment, root);
  await (await start(back, root)).stop();
  return checkSame(before, await contentsOf(back), true);
}

async function proveSite(kind: string, root: string, newSite: () => Promise<SiteFolder>): Promise<void> {
  const site = await newSite();
  const copies = newFolder();
  const { second, token, erased, copy, identity } = await makeSite(site, copies, root);
  const accounts = [ADMIN, second];
  const before = await contentsOf(site);
  const situations = new Set(before.tables.get('private.acompanhamentos')?.map(({ situacao }) => situacao));
  check(situations.size > 5, `enrolments are in several situations (${[...situations]})`);
  const classes = new Set(before.tables.get('private.acompanhamentos')?.map(({ turma }) => turma));
  check(classes.size > 3, `people are in several classes (${[...classes]})`); // three and none
  const stored = new Set(before.tables.get('public.inscricoes_projeto')?.map(({ id }) => id)); // also in the bin
  const erasedForGood = erased.filter(({ id }) => !stored.has(id));
  check(erasedForGood.length > 0, 'something is erased for good in the release before');
  const left = withoutErased(before, erasedForGood);

  const restored = await newSite();
  const bring = (from: string, to: SiteFolder, ...more: string[]) =>
    runToItsEnd('restore', [from, '--identity', identity, ...more], to.folder, to.environment);
  await bring(copy, restored);
  const brought = checkSame(left, await contentsOf(restored), true);
  const served = await start(restored);
  await checkDirection(served, accounts);
  await served.stop();
  console.log(
    `${kind}: its encrypted copy is restored, ${brought} rows and ${Object.keys(left.documents).length} documents the same`,
  );
  const first = await start(site);
  const notice = /Cópia de segurança de antes de atualizar: (\S+)/.exec(first.said())?.[1] ?? '';
  check(notice !== '', 'the update makes a copy before');
  await first.stop();
  const now = await contentsOf(site);
  const taken = checkSame(before, now, false);
  checkNumbers(now);
  const updated = await start(site);
  await checkOldSession(updated, token);
  await checkDirection(updated, accounts);
  await updated.stop();
  const back = await checkWayBack(site, left, notice, root, newSite);
  console.log(`${kind}: taken over in its folder, ${taken} rows the same; taken back, ${back}`);
}

/** `npm run prove -- update [TAG]`. */
export async function run([tag = RELEASE]: string[]): Promise<number> {
  above = mkdtempSync(join(tmpdir(), 'cc-prove-update-'));
  chmodSync(above, 0o755); // root's PostgreSQL account passes through
  const root = join(above, `codigo-${tag}`);
  fetchRelease(tag, root);
  const own = await startOwnPostgres();
  try {
    const chromium = ensureBrowser({ headless: true });
    await proveOpenTabs({ folder: newFolder(), environment: {} }, root, chromium);
    console.log('what families had open in the pages of the release before arrives once, with its link');
    const relaxed = { folder: newFolder(), environment: { LIMITS: 'relaxed' } }; // everybody signs in at once
    const tabs = await proveOpenDesk(relaxed, root, chromium);
    console.log(`${tabs} tabs of its desk say that the site has another version; nothing is half done`);
    await proveSite('embedded', root, async () => ({ folder: newFolder(), environment: {} }));
    await proveSite(`PostgreSQL ${own.version}`, root, async () => ({
      folder: newFolder(),
      environment: { DATABASE_URL: await own.newDatabase() },
    }));
  } finally {
    await stopAll();
    await own.stop();
  }
  rmSync(above, { recursive: true, force: true });
  console.log(`A site of ${tag} is taken over whole, and goes back.`);
  return 0;
}
