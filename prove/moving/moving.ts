import { createHash, randomInt } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, type Submission, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { makeIdentity } from '../../server/backup/encryption.ts';
import { readManifest } from '../../server/backup/manifest.ts';
import { checkSubmissions } from '../check-submissions.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check, killGroup } from '../kill.ts';
import type { Tools } from '../program.ts';
import { startHostedCluster } from '../supabase/cluster.ts';
import { findParts, type Parts, partsInWords } from '../supabase/parts.ts';
import { makeProject } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';
import { decide, idOf } from './desk.ts';
import { checkFamilies } from './family.ts';
import { addByDashboard, type RunningProject, startProject } from './project.ts';
import { ENROLMENTS, FORMER, makeSite, name, SECOND } from './site.ts';

// `npm run prove:supabase:moving`: a site moves from the embedded PostgreSQL to a project of
// Supabase's parts and back by the documented commands; the network is cut, the command killed.
// `-- embedded` on the embedded PostgreSQL instead of 15.

const KILLS = Number(process.env.KILLS ?? 6);
const UPLOADS = /^POST \/storage\/v1\/object\//;
const DOWNLOADS = /^GET \/storage\/v1\/object\/authenticated\//;

const made: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cc-prove-moving-'));
  made.push(folder);
  return folder;
};

/** What nobody may find half: rows and administrators of a project. */
async function rowsIn(project: RunningProject): Promise<number> {
  const [row] = await project.query<{ rows: number }>(
    `select ((select count(*) from public.inscricoes_projeto) + (select count(*) from private.administradores)
       + (select count(*) from private.historico))::integer as rows`,
  );
  return row?.rows ?? -1;
}

/** The project's own word for it; nothing says so before a first run. */
async function isUnfinished(project: RunningProject): Promise<boolean> {
  const [row] = await project.query<{ text: string | null }>(
    `select obj_description('private'::regnamespace) as text`,
  );
  return row?.text?.includes('"restaurando":true') ?? true;
}

async function documentsIn(project: RunningProject): Promise<number> {
  const rows = await project.query<{ count: number }>(
    'select count(*)::integer as count from storage.objects',
  );
  return rows[0]?.count ?? 0;
}

type Place = { folder: string; project: RunningProject };

/** Runs a command that must refuse with these words and this code, and leave the project as it is. */
async function refuses(
  { folder, project }: Place,
  [command, ...args]: [string, ...string[]],
  environment: Record<string, string>,
  words: RegExp,
): Promise<void> {
  const before = await rowsIn(project);
  const { code, output } = await startCommand(command, args, folder, {
    ...project.environment,
    ...environment,
  }).ended;
  check(code === 3 && words.test(output), `${command} refuses with ${words} (${code}: ${output})`);
  check((await rowsIn(project)) === before, `a refused ${command} changes nothing`);
}

/** The network breaks in the middle, and the command is killed: nothing is there, and the same command finishes. */
async function moveThere({ folder, project }: Place, copy: string): Promise<void> {
  const args = [copy, '--to-supabase'];
  project.gate.cutAfter(Math.floor(ENROLMENTS / 3), UPLOADS);
  const { code, output } = await startCommand('restore', args, folder, project.environment).ended;
  check(code === 1 && /no meio: \d+ de \d+ documentos já estão lá/.test(output), `a cut is told (${output})`);
  check((await rowsIn(project)) === 0, 'a cut leaves nothing that is served');
  await project.gate.open();
  console.log(`network cut: ${output.trim().split('\n').at(-1)}`);
  await refuses({ folder, project }, ['backup', '--to', newFolder()], {}, /não terminou/);

  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const there = await documentsIn(project);
    const { child, ended } = startCommand('restore', args, folder, project.environment);
    if (kill % 2 === 0) await pause(randomInt(1_200));
    else while (child.exitCode === null && (await documentsIn(project)) === there) await pause(10);
    killGroup(child.pid, join(folder, 'nobody'));
    if ((await ended).code === 0) break;
    killed += 1;
    console.log(`kill ${killed}: ${await documentsIn(project)} documents of ${ENROLMENTS - 1} were there`);
    if (!(await isUnfinished(project))) break; // killed after its end
    check((await rowsIn(project)) === 0, 'a kill leaves nothing that is served');
  }
  const done = await startCommand('restore', args, folder, project.environment).ended;
  check(done.code === 0, `the same command finishes (${done.output})`);
  console.log(`${killed} kills, then:\n${done.output.trim()}`);
  const again = await startCommand('restore', args, folder, project.environment).ended;
  check(again.code === 0 && /já tinha voltado inteira/.test(again.output), 'once more says that it is done');
}

/** The families' data, the audit chain and the desk at one of the homes. */
async function checkHome(
  home: { url: string; key: string },
  submissions: readonly Submission[],
  erased: Submission,
): Promise<void> {
  const rows = await checkSubmissions(home, submissions);
  check(rows === submissions.length, `${rows} enrolments of ${submissions.length}`);
  const admin = await signIn(home);
  const names = (await admin.rows()).map((row) => row.nome_completo);
  check(!names.includes(name(erased)), 'what was erased after the copy stays erased');
  const refused = await signIn(home, FORMER).then(
    (person) => person.rpc<string | null>('meu_papel'),
    () => null,
  );
  check(refused === null, 'who had no access has none');
  const second = await signIn(home, SECOND);
  const [note] = await second.rowsOf(name(submissions[0]));
  check(note !== undefined, 'the second account reads');
}

async function checkAudit(project: RunningProject, copy: string): Promise<void> {
  const { auditoria } = readManifest(copy);
  const [found] = await project.query<{ faults: number; elo: string }>(
    `select (select count(*)::integer from private.falhas_da_auditoria()) as faults,
       (select encode(elo, 'hex') from private.auditoria where numero = ${auditoria.ultimo}) as elo`,
  );
  check(found?.faults === 0 && found.elo === auditoria.elo, 'the audit chain is whole and the same');
}

async function checkDocuments(project: RunningProject, submissions: readonly Submission[]): Promise<void> {
  const headers = { Authorization: `Bearer ${project.environment.SUPABASE_SERVICE_KEY}` };
  for (const { path, hash } of submissions) {
    const address = `${project.url}/storage/v1/object/authenticated/${DOCUMENT_BUCKET}/${path}`;
    const bytes = Buffer.from(await (await fetch(address, { headers })).arrayBuffer());
    check(createHash('sha256').update(bytes).digest('hex') === hash, 'a document has its bytes');
  }
}

/** Encrypted copies of the project, the network of the first one cut; the folder of the last one. */
async function copyBack({ folder, project }: Place, copies: string, recipient: string): Promise<string> {
  const args = ['--to', copies];
  project.gate.cutAfter(Math.floor(ENROLMENTS / 3), DOWNLOADS);
  const { code, output } = await startCommand('backup', args, folder, project.environment).ended;
  check(code === 1 && /não respondeu/.test(output), `a backup that is cut says so (${code}: ${output})`);
  check(
    !readdirSync(copies).some((each) => each.startsWith('copia-')),
    'a backup that is cut leaves no copy',
  );
  await project.gate.open();
  const path = await runToItsEnd('backup', args, folder, { ...project.environment, BACKUP_KEY: recipient });
  const began = performance.now();
  const nightly = { ...project.environment, BACKUP_KEY: recipient, BACKUP_DIR: copies };
  const second = await startCommand('backup', [], folder, nightly).ended;
  check(second.code === 0 && second.last !== path, `a second copy is another one (${second.output})`);
  check(/Ensaio: a cópia foi carregada/.test(second.output), `a drill of it goes well (${second.output})`);
  console.log(`the second copy, with its drill, in ${Math.round(performance.now() - began)} ms`);
  return second.last;
}

async function prove(parts: Parts): Promise<void> {
  const [folder, copies, work, back] = [newFolder(), newFolder(), newFolder(), newFolder()];
  chmodSync(work, 0o755);
  const cluster = await startHostedCluster(work, parts);
  console.log(`PostgreSQL ${cluster.version}`);
  let project: RunningProject | undefined;
  try {
    const { copy, submissions, erased, families } = await makeSite(folder, copies);
    await makeProject(cluster, parts, JWT_SECRET);
    project = await startProject(cluster, parts);
    const place = { folder, project };
    const move: [string, ...string[]] = ['restore', copy, '--to-supabase'];
    await refuses(place, move, { SUPABASE_SERVICE_KEY: project.key }, /não é a chave secreta/);
    await project.query(`update storage.buckets set public = true where id = '${DOCUMENT_BUCKET}'`);
    await refuses(place, move, {}, /está público/);
    await project.query(`update storage.buckets set public = false where id = '${DOCUMENT_BUCKET}'`);

    await moveThere(place, copy);
    await checkDocuments(project, submissions);
    await checkAudit(project, copy);
    await checkHome(project, submissions, erased);
    await checkFamilies(project, await signIn(project), families);
    await decide(await signIn(project), name(submissions[2]), 'em-analise');
    const late = makeSubmission(ENROLMENTS + 1);
    await submit(() => project as RunningProject, late);
    submissions.push(late);
    console.log('in the project: enrolments, documents and audit chain are the same, and the desk decides');
    await refuses(place, ['restore', otherCopy(copy), '--to-supabase'], {}, /já tem \d+ inscrições/);

    await addByDashboard(project);
    const { identity, recipient } = await makeIdentity();
    const identityFile = join(work, 'chave-das-copias.txt');
    writeFileSync(identityFile, identity);
    const home = await copyBack(place, newFolder(), recipient);
    const { code, output } = await startCommand('restore', [home, '--identity', identityFile], back).ended;
    check(code === 0 && /só ele confere: 1 da equipe/.test(output), `a copy comes home (${output})`);
    const server = await startServer({ folder: back, environment: { LIMITS: 'relaxed' } });
    await checkHome(server, submissions, erased);
    const admin = await signIn(server);
    await checkFamilies(server, admin, families);
    await decide(admin, name(submissions[3]), 'lista-de-espera');
    await admin.rpc('desfazer_decisao', { inscricao: await idOf(admin, name(submissions[3])), versao: 2 });
    await server.stop();
    const { elo, ultimo } = readManifest(home).auditoria;
    console.log(await runToItsEnd('audit', [ultimo, elo], back));
    console.log('back in an embedded site: the same, and the desk decides');
  } finally {
    await project?.stop();
    await cluster.stop();
    for (const each of made) rmSync(each, { recursive: true, force: true });
  }
}

/** The same copy by another name: what is not this very restore. */
function otherCopy(copy: string): string {
  const other = copy.replace(/.{4}$/, 'ffff');
  cpSync(copy, other, { recursive: true });
  return other;
}

export async function run(args: readonly string[], { ensureSupabaseParts }: Tools): Promise<number> {
  ensureSupabaseParts();
  const parts = findParts(args.includes('embedded') ? '18' : '15');
  for (const line of partsInWords(parts)) console.log(line);
  await prove(parts);
  console.log('Every promise holds.');
  return 0;
}
