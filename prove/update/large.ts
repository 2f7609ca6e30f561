import { rmSync } from 'node:fs';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, submit } from '../../kit/family.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check } from '../kill.ts';
import { killTenTimes, timeUpdate } from './killed-updates.ts';
import { checkLinks, fillSite, type Size } from './large-site.ts';
import { start } from './release-site.ts';
import { checkSums, documentsIn, query, type SiteFolder, sumsOf } from './site-contents.ts';

// A large site of a release: its update timed, served, taken back, killed at ten moments and done again.

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Updates a site, undisturbed, beside what it says before about how long that takes. */
async function update(site: SiteFolder) {
  const { updated, copyMs, took, copy } = await timeUpdate(site);
  const said = Number(/leva cerca de (\d+) minuto[\s\S]*antes de atualizar: /.exec(updated.said())?.[1]);
  console.log(
    `  updated in ${seconds(took)}, ${seconds(copyMs)} of them to its copy; it had said ${said} min`,
  );
  check(said > 0, 'it is told beforehand how long the update takes');
  await updated.stop();
  return { copy, took, said: said * 60_000 };
}

/** Three families enrol, and the desk decides about two of them and notes something. */
async function work(site: SiteFolder): Promise<void> {
  const server = await start(site);
  const desk = await signIn(server);
  for (let number = 0; number < 3; number += 1) await submit(() => server, makeSubmission(number));
  const rows = await desk.list<{ id: string }>('select=id&order=created_at.desc&limit=2');
  for (const { id: inscricao } of rows)
    await desk.rpc('decidir_situacao', { inscricao, versao: 1, situacao: 'desistiu', motivo: null });
  await desk.rpc('nova_nota', { inscricao: rows[0]?.id, texto: 'A família telefona na segunda.' });
  await server.stop();
}

/** Asks for the way back after `work`: where it goes, and the copies of before the update and of now. */
async function askWayBack({ folder, environment }: SiteFolder) {
  const goBack = (...args: string[]) =>
    startCommand('backup', ['--voltar', ...args], folder, environment).ended;
  const asked = await goBack();
  check(
    asked.code === 3 &&
      /vieram 3 inscrições, 3 documentos, 2 decisões e 1 outra mudança .* --perder-9$/s.test(
        asked.output.trim(),
      ),
    `what came since is told, and waited for (${asked.output})`,
  );
  const { code, output } = await goBack('--perder-9');
  check(code === 0, `and then the steps (${output})`);
  const [, to = ''] = /_DIR="?([^"\s]+)/.exec(output) ?? [];
  const [old = '', now = ''] = [...output.matchAll(/restore -- "?([^"\s]+)/g)].map(([, path]) => path);
  return { to, old, now };
}

/** Takes a large site of the release in `root` over, and back and forth again. */
export async function proveLarge(
  kind: string,
  root: string,
  newSite: () => Promise<SiteFolder>,
  size: Size,
): Promise<void> {
  const sites: SiteFolder[] = [];
  const next = async (folder?: string) => {
    const made = await newSite();
    sites.push({ ...made, folder: folder ?? made.folder });
    return sites.at(-1) as SiteFolder;
  };
  const timed = async <Result>(what: string, done: Promise<Result>) => {
    const began = performance.now();
    const result = await done;
    console.log(`  ${what} in ${seconds(performance.now() - began)}`);
    return result;
  };
  console.log(`${kind}: ${size.people} enrolments, ${size.documents} documents`);
  const site = await next();
  const links = await timed('made', fillSite(site, root, size));
  const [before, documents] = [await sumsOf(site), documentsIn(site.folder)];
  const stored = Object.keys(documents).length; // some releases give those of demonstration documents too
  check(stored >= size.documents, `it has its documents (${stored})`);
  const serves = async (each: SiteFolder, code?: string) => {
    const server = await start(each, code);
    await checkLinks(server, links);
    await server.stop();
    return checkSums(each, before, documents);
  };

  const first = await update(site);
  const compared = await serves(site);
  await work(site);
  const { to, old, now } = await timed('the way back told', askWayBack(site));
  const back = await next(to);
  await timed('restored', runToItsEnd('restore', [old], back.folder, back.environment, root));
  await serves(back, root);

  await killTenTimes(back, first.copy);
  await serves(back, root);
  await update(back);
  await serves(back);

  const again = await next();
  await timed(
    'the copy of what came since restored',
    runToItsEnd('restore', [now], again.folder, again.environment),
  );
  const [all] = await query<{ people: number }>(
    again,
    'select count(*)::integer as people from public.inscricoes_projeto',
  );
  const more = Object.keys(documentsIn(again.folder)).length - stored;
  check(
    all?.people === size.people + 3 && more === 3,
    `what came since comes back (${all?.people}, ${more})`,
  );
  console.log(`${kind}: ${compared} rows the same after the update, taken back, killed and updated again`);
  check(first.took <= first.said, 'the update takes no longer than it said'); // on a quiet machine
  check(first.said <= 4 * first.took + 60_000, 'and not much less');
  for (const { folder } of sites)
    for (const name of [folder, `${folder}-antes-de-atualizar`])
      rmSync(name, { recursive: true, force: true });
}
