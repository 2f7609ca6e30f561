import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, type Submission, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { ask, type Site } from '../../kit/site.ts';
import { makeIdentity } from '../../server/site-data/copy/encryption.ts';
import { readManifest } from '../../server/site-data/copy/manifest.ts';
import { checkSubmissions } from '../check-submissions.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check, killGroup } from '../kill.ts';
import { type OwnedProject, partsOfOwner, withProject } from '../supabase/owned-project.ts';
import { makeProject } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';
import { checkDetails, decide, ENROLMENTS, FORMER, idOf, makeSite, name, SECOND } from './site.ts';

// `npm run prove -- supabase moving`: a site moves from the embedded PostgreSQL to a project of
// Supabase's parts and back by the documented commands; the network is cut, the command killed.

const KILLS = Number(process.env.KILLS ?? 6);
const UPLOADS = /^POST \/storage\/v1\/object\//;
const DOWNLOADS = /^GET \/storage\/v1\/object\/authenticated\//;

const made: string[] = [];
const newFolder = () => {
  made.push(mkdtempSync(join(tmpdir(), 'cc-prove-moving-')));
  return made.at(-1) as string;
};

const numberIn = async ({ query }: OwnedProject, sql: string): Promise<number> =>
  (await query<{ n: number }>(`select (${sql})::integer as n`))[0]?.n ?? -1;

/** What nobody may find half: rows and administrators of a project. */
const rowsIn = (project: OwnedProject) =>
  numberIn(
    project,
    `(select count(*) from public.inscricoes_projeto) + (select count(*) from private.administradores)
       + (select count(*) from private.historico)`,
  );
const documentsIn = (project: OwnedProject) => numberIn(project, '(select count(*) from storage.objects)');

/** The project's own word for it; nothing says so before a first run. */
async function isUnfinished({ query }: OwnedProject): Promise<boolean> {
  const [row] = await query<{ text: string | null }>(
    `select obj_description('private'::regnamespace) as text`,
  );
  return row?.text?.includes('"restaurando":true') ?? true;
}

type SiteAndProject = { folder: string; project: OwnedProject };

/** Runs a command that must refuse with these words and this code, and leave the project as it is. */
async function refuses(
  { folder, project }: SiteAndProject,
  [command, ...args]: [string, ...string[]],
  words: RegExp,
  environment: Record<string, string> = {},
): Promise<void> {
  const before = await rowsIn(project);
  const settings = { ...project.environment, ...environment };
  const { code, output } = await startCommand(command, args, folder, settings).ended;
  check(code === 3 && words.test(output), `${command} refuses with ${words} (${code}: ${output})`);
  check((await rowsIn(project)) === before, `a refused ${command} changes nothing`);
}

/** The network breaks in the middle, and the command is killed: nothing is there, and the same command finishes. */
async function moveThere({ folder, project }: SiteAndProject, copy: string): Promise<void> {
  const restore = () => startCommand('restore', [copy, '--to-supabase'], folder, project.environment);
  project.gateway.cutAfter(Math.floor(ENROLMENTS / 3), UPLOADS);
  const { code, output } = await restore().ended;
  check(code === 1 && /no meio: \d+ de \d+ documentos já estão lá/.test(output), `a cut is told (${output})`);
  check((await rowsIn(project)) === 0, 'a cut leaves nothing that is served');
  await project.gateway.open();
  console.log(`network cut: ${output.trim().split('\n').at(-1)}`);
  await refuses({ folder, project }, ['backup', '--to', newFolder()], /não terminou/);

  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const there = await documentsIn(project);
    const { child, ended } = restore();
    if (kill % 2 === 0) await pause(randomInt(1_200));
    else while (child.exitCode === null && (await documentsIn(project)) === there) await pause(10);
    killGroup(child.pid, join(folder, 'nobody'));
    if ((await ended).code === 0) break;
    killed += 1;
    console.log(`kill ${killed}: ${await documentsIn(project)} documents of ${ENROLMENTS + 1} were there`);
    if (!(await isUnfinished(project))) break; // killed after its end
    check((await rowsIn(project)) === 0, 'a kill leaves nothing that is served');
  }
  const done = await restore().ended;
  check(done.code === 0, `the same command finishes (${done.output})`);
  console.log(`${killed} kills, then:\n${done.output.trim()}`);
  const again = await restore().ended;
  check(again.code === 3 && /já tinha voltado inteira/.test(again.output), 'once more says that it is done');
}

/** The families' data, with each document's bytes, and the desk at one of the homes. */
async function checkHome(home: Site, submissions: readonly Submission[], erased: Submission): Promise<void> {
  const rows = await checkSubmissions(home, submissions);
  check(rows === submissions.length, `${rows} enrolments of ${submissions.length}`);
  const desk = await signIn(home);
  const names = (await desk.rows()).map((row) => row.nome_completo);
  check(!names.includes(name(erased)), 'what was erased after the copy stays erased');
  const bin = await desk.rpc<{ name: string }[]>('lista_da_lixeira');
  check(bin.map((one) => one.name).join() === name(erased), 'and lies in the bin, for its seven days');
  const former = await signIn(home, FORMER).then(
    (person) => person.rpc<string | null>('meu_papel'),
    () => null,
  );
  check(former === null, 'who had no access has none');
  await idOf(await signIn(home, SECOND), submissions[0]); // the second account reads
  await checkDetails(home, submissions[1]);
}

async function checkAudit({ query }: OwnedProject, copy: string): Promise<void> {
  const { auditoria } = readManifest(copy);
  const [found] = await query<{ faults: number; elo: string }>(
    `select (select count(*)::integer from private.falhas_da_auditoria()) as faults,
       (select encode(elo, 'hex') from private.auditoria where numero = ${auditoria.ultimo}) as elo`,
  );
  check(found?.faults === 0 && found.elo === auditoria.elo, 'the audit chain is whole and the same');
}

/** Encrypted copies of the project, the network of the first one cut; the folder of the last one. */
async function copyBack(
  { folder, project }: SiteAndProject,
  copies: string,
  recipient: string,
): Promise<string> {
  const args = ['--to', copies];
  const encrypted = { ...project.environment, BACKUP_KEY: recipient };
  project.gateway.cutAfter(Math.floor(ENROLMENTS / 3), DOWNLOADS);
  const { code, output } = await startCommand('backup', args, folder, project.environment).ended;
  check(code === 1 && /não respondeu/.test(output), `a backup that is cut says so (${code}: ${output})`);
  const left = readdirSync(copies).filter((each) => each.startsWith('copia-'));
  check(left.length === 0, 'a backup that is cut leaves no copy');
  await project.gateway.open();
  const path = await runToItsEnd('backup', args, folder, encrypted);
  const began = performance.now();
  const second = await startCommand('backup', [], folder, { ...encrypted, BACKUP_DIR: copies }).ended;
  check(second.code === 0 && second.last !== path, `a second copy is another one (${second.output})`);
  check(/Ensaio: a cópia foi carregada/.test(second.output), `a drill of it goes well (${second.output})`);
  console.log(`the second copy, with its drill, in ${Math.round(performance.now() - began)} ms`);
  return second.last;
}

/** Somebody of the desk whose account the project's dashboard makes: the password is GoTrue's, bcrypt. */
async function addByDashboard({ url, secret, query }: OwnedProject): Promise<void> {
  const account = { password_hash: `$2a$10$${'x'.repeat(53)}`, email_confirm: true };
  const body = { email: 'nova@example.com', ...account };
  const { id } = await ask<{ id: string }>({ url, key: secret }, '/auth/v1/admin/users', { body });
  await query(`select private.ativar_administrador('${id}', null)`);
}

async function prove(project: OwnedProject): Promise<void> {
  const [folder, work, back] = [newFolder(), newFolder(), newFolder()];
  console.log(`PostgreSQL ${project.cluster.version}`);
  const { copy, submissions, erased } = await makeSite(folder, newFolder());
  const place = { folder, project };
  const move: [string, ...string[]] = ['restore', copy, '--to-supabase'];
  const publish = (isPublic: boolean) =>
    project.query(`update storage.buckets set public = ${isPublic} where id = '${DOCUMENT_BUCKET}'`);
  await refuses(place, move, /não é a chave secreta/, { SUPABASE_SERVICE_KEY: project.key });
  await publish(true);
  await refuses(place, move, /está público/);
  await publish(false);

  await moveThere(place, copy);
  await checkAudit(project, copy);
  await checkHome(project, submissions, erased);
  await decide(await signIn(project), submissions[2], 'em-analise');
  const late = makeSubmission(ENROLMENTS + 1);
  await submit(() => project, late);
  submissions.push(late);
  console.log('in the project: enrolments, documents and audit chain are the same, and the desk decides');

  await addByDashboard(project);
  const { identity, recipient } = await makeIdentity();
  const identityFile = join(work, 'chave-das-copias.txt');
  writeFileSync(identityFile, identity);
  const home = await copyBack(place, newFolder(), recipient);
  const { code, output } = await startCommand('restore', [home, '--identity', identityFile], back).ended;
  check(code === 0 && /Menos 1, que vieram sem senha/.test(output), `a copy comes home (${output})`);
  const server = await startServer({ folder: back, environment: { LIMITS: 'relaxed' } });
  await checkHome(server, submissions, erased);
  const admin = await signIn(server);
  await decide(admin, submissions[3], 'aprovada');
  await admin.rpc('voltar_decisao', { inscricao: await idOf(admin, submissions[3]), versao: 2 });
  await server.stop();
  const { elo, ultimo } = readManifest(home).auditoria;
  console.log(await runToItsEnd('audit', [ultimo, elo], back));
  console.log('back in an embedded site: the same, and the desk decides');
}

export async function run(): Promise<number> {
  const parts = partsOfOwner();
  try {
    await withProject(parts, { make: (cluster) => makeProject(cluster, parts, JWT_SECRET) }, prove);
  } finally {
    for (const each of made) rmSync(each, { recursive: true, force: true });
  }
  console.log('Every promise holds.');
  return 0;
}
