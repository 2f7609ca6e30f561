import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check, eventually, killGroup } from '../kill.ts';
import { writeEnrolments } from '../write-enrolments.ts';
import { start } from './release-site.ts';
import { checkSums, documentsIn, query, type SiteFolder, sumsOf } from './site-contents.ts';

// A large site of a release: its update killed at ten moments, served, and taken back and forth again.

export type Size = { people: number; documents: number };

const DOCUMENT_BYTES = 150_000;

/** One family in fifty asks for another telephone, or to withdraw, as its release stored it. */
const REQUESTS = `
  with quem as (
    select a.inscricao_id as id, row_number() over (order by a.inscricao_id) as n from private.acompanhamentos a
    where not a.pedido and a.situacao in ('nova', 'aprovada') order by 1 limit $1),
  feitos as (
    insert into private.pedidos (inscricao_id, tipo, telefone)
    select id, case n % 2 when 0 then 'telefone' else 'desistir' end, case n % 2 when 0 then '6290' || lpad(n::text, 7, '0') end
    from quem returning inscricao_id, tipo),
  marcados as (
    update private.acompanhamentos a set pedido = true from feitos f where a.inscricao_id = f.inscricao_id)
  insert into private.historico (inscricao_id, acao, de) select inscricao_id, 'pedido', tipo from feitos`;

/** Everybody was decided about lately, so that no period is over. */
const LATELY = `update private.acompanhamentos set decidida_em = now() - interval '20 days'
  where situacao not in ('nova', 'em-analise') and decidida_em is null`;

/** So many enrolments in every situation, so many of them with documents, made with the release's own server and database. */
async function fill(home: SiteFolder, root: string, { people, documents }: Size): Promise<void> {
  const server = await start(home, root);
  const command = (name: string, ...args: string[]) =>
    startCommand(name, args, home.folder, home.environment, root).ended;
  await command('demo:data', String(people - documents)); // of 1.1.0 it ends with a timeout, once all are in
  const block = randomBytes(DOCUMENT_BYTES);
  const bytesOf = (version: string) => {
    block.write(`%PDF-1.4 ${version}`);
    return block;
  };
  const ask = (sql: string, values: unknown[]) => query(home, sql, values);
  for (let at = 0; at < documents; at += 500)
    await writeEnrolments(ask, join(home.folder, 'documents'), {
      count: Math.min(500, documents - at),
      bytesOf,
    });
  await ask(REQUESTS, [people / 50]);
  await ask(LATELY, []);
  await command('admin', 'add', 'segunda@example.com');
  const desk = await signIn(server);
  const rows = await desk.list<{ id: string }>('select=id&order=created_at.desc&limit=20');
  for (const { id: inscricao } of rows) {
    await desk.rpc('mudar_situacao', { inscricao, versao: 1, situacao: 'lista-de-espera', motivo: null });
    await desk.rpc('escrever_nota', { inscricao, texto: 'A família telefona na segunda.' });
  }
  await server.stop();
  const [found] = await query<{ people: number; situations: number; requests: number; accounts: number }>(
    home,
    `select (select count(*)::integer from public.inscricoes_projeto) as people,
       (select count(distinct situacao)::integer from private.acompanhamentos) as situations,
       (select count(*)::integer from private.pedidos) as requests, (select count(*)::integer from auth.users) as accounts`,
  );
  check(
    found?.people === people &&
      found.situations === 7 &&
      found.requests >= people / 50 &&
      found.accounts === 2,
    `the site of the release is as large as it should be (${JSON.stringify(found)})`,
  );
}

const copiesOf = (folder: string) =>
  existsSync(`${folder}-antes-de-atualizar`)
    ? readdirSync(`${folder}-antes-de-atualizar`).filter((name) => name.startsWith('copia-')).length
    : 0;

/** kill -9 of an update once `wait` is over; false when it had ended before. */
async function killUpdate(
  { folder, environment }: SiteFolder,
  wait: () => Promise<unknown>,
): Promise<boolean> {
  let pid = 0;
  const spawned = (given: number) => {
    pid = given;
  };
  const ended = startServer({ folder, environment, spawned }).then(
    () => true,
    () => false,
  );
  await Promise.race([wait(), ended]);
  killGroup(pid, 'DATABASE_URL' in environment ? join(folder, 'nobody') : folder);
  return !(await ended);
}

/** Ten of them: five while the copy is made, the last as it is whole, and five while the migrations run. */
async function killTenTimes(home: SiteFolder): Promise<void> {
  const copied = () => {
    const before = copiesOf(home.folder);
    return () => eventually('the copy is made', 600_000, () => copiesOf(home.folder) > before, 5);
  };
  let [copyMs, killed] = [0, 0];
  const first = copied();
  killed += Number(
    await killUpdate(home, async () => {
      copyMs = await first();
    }),
  );
  for (const part of [0.2, 0.4, 0.6, 0.8])
    killed += Number(await killUpdate(home, () => pause(copyMs * part)));
  for (const part of [0.1, 0.3, 0.6, 1, 1.5]) {
    const made = copied();
    killed += Number(await killUpdate(home, () => made().then(() => pause(copyMs * part))));
  }
  console.log(`  killed ${killed} times (${(copyMs / 1000).toFixed(1)} s to the copy)`);
  check(killed === 10, `ten kills in the middle of an update (${killed})`);
}

const minutesSince = (began: number) => (performance.now() - began) / 60_000;

/** Takes a large site of the release in `root` over, and back and forth again. */
export async function proveLarge(
  kind: string,
  root: string,
  newHome: () => Promise<SiteFolder>,
  size: Size,
): Promise<void> {
  const homes: SiteFolder[] = [];
  const home = async () => {
    const made = await newHome();
    homes.push(made);
    return made;
  };
  const site = await home();
  const { folder, environment } = site;
  await fill(site, root, size);
  const [before, documents] = [await sumsOf(site), documentsIn(folder)];
  console.log(`${kind}: ${size.people} enrolments, ${Object.keys(documents).length} documents`);

  await killTenTimes(site);
  await (await start(site, root)).stop(); // the version before still serves
  await checkSums(site, before, documents);
  const began = performance.now();
  const updated = await start(site);
  const took = minutesSince(began);
  const expected = Number(/leva cerca de (\d+) minuto[\s\S]*antes de atualizar: /.exec(updated.said())?.[1]);
  console.log(`  updated in ${took.toFixed(2)} minutes; it had said about ${expected}`);
  check(took <= expected && expected <= 4 * took + 1, 'it is told beforehand how long the update takes');
  await updated.stop();
  const compared = await checkSums(site, before, documents);

  const served = await start(site);
  const desk = await signIn(served);
  for (let number = 0; number < 3; number += 1) await submit(() => served, makeSubmission(number));
  const rows = await desk.list<{ id: string }>('select=id&order=created_at.desc&limit=2');
  for (const { id: inscricao } of rows)
    await desk.rpc('mudar_situacao', { inscricao, versao: 1, situacao: 'lista-de-espera', motivo: null });
  await desk.rpc('escrever_nota', { inscricao: rows[0]?.id, texto: 'A família telefona na segunda.' });
  await served.stop();

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
  const [, inFolder = ''] = /DATA_DIR=(\S+)/.exec(output) ?? [];
  const [old = '', now = ''] = [...output.matchAll(/npm run restore -- (\S+)/g)].map(([, path]) => path);
  const back = { ...(await home()), folder: inFolder };
  await runToItsEnd('restore', [old], back.folder, back.environment, root);
  await (await start(back, root)).stop();
  await checkSums(back, before, documents);
  await (await start(back)).stop();
  await checkSums(back, before, documents);
  const again = await home();
  await runToItsEnd('restore', [now], again.folder, again.environment);
  const [all] = await query<{ people: number }>(
    again,
    'select count(*)::integer as people from public.inscricoes_projeto',
  );
  const more = Object.keys(documentsIn(again.folder)).length - Object.keys(documents).length;
  check(
    all?.people === size.people + 3 && more === 3,
    `what came since comes back (${all?.people}, ${more})`,
  );
  console.log(`${kind}: ${compared} rows the same after the update, taken back, and updated again`);
  for (const { folder: each } of [...homes, back])
    for (const name of [each, `${each}-antes-de-atualizar`]) rmSync(name, { recursive: true, force: true });
}
