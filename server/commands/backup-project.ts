import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { OpenTable } from '../backup/check-copy.ts';
import { readCopies, removeOldCopies, removeUnlisted } from '../backup/copies-folder.ts';
import { drill } from '../backup/drill.ts';
import { readErasures } from '../backup/erasure-list.ts';
import { lockBackups, type MadeCopy, makeCopy } from '../backup/make-copy.ts';
import { readPart } from '../backup/part-file.ts';
import { CopyRefused, isDrillDue, recordOutcome } from '../backup/record.ts';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { Refused } from '../core/refused.ts';
import { hashOf, MIGRATIONS } from '../data/migrate.ts';
import { checkLogin, loginOf } from '../data/own-postgres.ts';
import { openProjectApi, type ProjectSettings, readProjectSettings } from '../supabase/api.ts';
import { countForeignPasswords, sourceOfProject } from '../supabase/copy-project.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from '../supabase/identity.ts';
import { requireProject } from '../supabase/project.ts';
import type { Environment, Terminal } from './command.ts';
import { inPortuguese } from './disk-faults.ts';
import { DRILL_TOOLS, drillAndRecord, tellAndRecord, tellDamaged, withClient } from './recorded-copy.ts';

/** How a command reaches a project. */
export type FoundProject = { login: pg.ClientConfig; settings: ProjectSettings };

/**
 * The project that the environment names; null when DATABASE_URL is no project's and no
 * service key is given. Throws ConfigError naming what is missing.
 */
export async function findProject(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  environment: Environment,
): Promise<FoundProject | null> {
  if (databaseUrl === null) {
    if (!environment.SUPABASE_SERVICE_KEY?.trim()) return null;
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, com SUPABASE_SERVICE_KEY');
  }
  const login = loginOf(databaseUrl);
  const { supabase } = await checkLogin(login).catch((error: unknown) => {
    if (environment.SUPABASE_SERVICE_KEY?.trim()) throw error;
    return { supabase: false }; // said by who opens it
  });
  return supabase ? { login, settings: readProjectSettings(environment) } : null;
}

type Order = { config: Config; folder: string; nightly: boolean; terminal: Terminal };

/** Makes a copy of a project, removes old ones and drills, as for a site of our own. */
export async function backUpProject(
  { login, settings }: FoundProject,
  { config, folder, nightly, terminal: { print } }: Order,
): Promise<{ copy: MadeCopy; good: boolean }> {
  const { dataDir, backupKey } = config;
  const api = openProjectApi(settings);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return withClient(login, async (client) => {
    await requireProject(
      client,
      api,
      MIGRATIONS.map(({ name }) => name),
    );
    await lockBackups(client);
    const installation = await identityOf(client);
    const began = performance.now();
    const due = nightly && (await isDrillDue(client));
    const rehearse = (of: Parameters<typeof drill>[0]) =>
      drillAndRecord(client, () => drill(of, readErasures(folder), dataDir, DRILL_TOOLS), print);
    const tipo = nightly ? 'copia' : 'avulsa';
    let drilled = true;
    let copy: MadeCopy;
    try {
      copy = await makeCopy({
        client,
        dataDir,
        installation,
        source: await sourceOfProject(
          { client, api, url: settings.url },
          MIGRATIONS.map(({ name, sql }) => ({ nome: name, impressao: hashOf(sql) })),
        ),
        folder,
        anyFolder: !nightly,
        recipient: backupKey,
        beforeEncrypting: async (staged, manifest, documents) => {
          const openTable: OpenTable = async ({ arquivo }) => readPart(join(staged, arquivo));
          if (due) drilled = await rehearse({ manifest, documents, openTable });
        },
      });
    } catch (error) {
      const codigo = error instanceof CopyRefused ? error.codigo : 'falha';
      await withClient(login, (other) =>
        recordOutcome(other, { tipo, codigo, inscricoes: null, documentos: null }),
      ).catch(() => {}); // said below
      throw inPortuguese(error);
    }
    const whole = await tellAndRecord(client, tipo, copy, performance.now() - began, print, 'o projeto');
    const copies = readCopies(folder, installation.id);
    const left = nightly ? await removeOldCopies(copies, config.backupCopies, copy.name) : copies;
    await removeUnlisted(folder, left);
    if (due && !backupKey) {
      const openTable: OpenTable = async ({ arquivo }) => readPart(join(copy.path, arquivo));
      drilled = await rehearse({ ...copy, openTable });
    }
    if (due) drilled = (await tellDamaged(client, copy, readErasures(folder), print)) && drilled;
    const foreign = await countForeignPasswords(client);
    if (foreign > 0)
      print(
        `${foreign} pessoas da equipe têm senha feita no Supabase, que só ele confere: num site embutido, dê a elas uma nova (npm run admin).`,
      );
    return { copy, good: whole && drilled };
  });
}

/** Which site the project is; one that was begun empty is told now. */
async function identityOf(client: pg.Client): Promise<ProjectIdentity> {
  const found = await readIdentity(client);
  if (found?.restaurando)
    throw new Refused(
      `A volta da cópia ${found.copia} para este projeto não terminou. Nada foi copiado. Rode o mesmo npm run restore de novo.`,
    );
  if (found) return found;
  const identity = { id: randomUUID(), geracao: 1 };
  await writeIdentity(client, identity);
  return identity;
}
