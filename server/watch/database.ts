import { resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { readKeys } from '../core/keys.ts';
import { USUAL_PLACE } from '../postgres/account.ts';
import { runningAt } from '../postgres/cluster.ts';
import { compareDocuments, embeddedPlace } from '../site-data/open/data-folder.ts';
import { otherSite, readRow } from '../site-data/open/installation.ts';
import { missingMigrations } from '../site-data/open/migrate.ts';
import { COUNTS, type Counts, DATABASE_FACTS, type DatabaseFacts, sayPublished } from './facts.ts';
import { type Finding, note, ok, unless } from './finding.ts';
import { examineAsOwner, loginAt } from './owner-connection.ts';
import { isPublished } from './settings.ts';
import { examineTroubles } from './troubles.ts';
import { examineVersion, versionOf } from './versions.ts';

/** What the doctor knows before it asks the database; `codes` are what the running site says of itself. */
type Known = { installation: Installation | null; running: boolean; codes: readonly string[] };

/** What the database says. The embedded one is asked only while the site runs: starting it would change its files. `day` is ISO. */
export async function examineDatabase(config: Config, known: Known, day: string): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config;
  const { installation, running, codes } = known;
  if (!databaseUrl && !running)
    return note(
      'O site está parado, e o banco só se confere com ele no ar: inicie e rode npm run doctor de novo.',
    );
  const login = () =>
    databaseUrl
      ? loginAt(databaseUrl)
      : runningAt(
          resolve(dataDir, embeddedPlace(installation) ?? USUAL_PLACE),
          readKeys(dataDir, config).ownerPassword,
        );
  return examineAsOwner(login, async (client) => {
    const otherVersion = (await missingMigrations(client)).length > 0; // throws OtherVersion for a newer one
    await sayPublished(client);
    return [
      ...examineVersion(await versionOf(client), isPublished(config), day),
      ...(otherVersion
        ? examineTroubles({ otherVersion }, codes)
        : [
            ...ok('O banco de dados responde e tem todas as migrações.'),
            ...(await examineRows(client, config, known)),
          ]),
    ];
  });
}

const HOW =
  'rode npm run admin -- add E-MAIL direcao ou, para quem já tem conta, -- enable E-MAIL e -- role E-MAIL direcao';

/** Whether drills of copies are late, or the last copy of a night, or its drill, failed. */
const DRILLS = `
  select coalesce((select max(quando) from private.copias where tipo = 'ensaio' and certo),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '14 days'
    or exists (select from private.copias c where not c.certo and c.tipo <> 'avulsa' and c.numero > coalesce(
      (select max(d.numero) from private.copias d where d.certo and d.tipo = c.tipo), 0)) as wrong`;

async function examineRows(
  client: pg.Client,
  { dataDir, backupDir }: Config,
  { installation, codes }: Known,
): Promise<Finding[]> {
  const { rows: drills } = await client.query<{ wrong: boolean }>(DRILLS);
  const row = await readRow(client);
  const { missing } = await compareDocuments(client, dataDir);
  return [
    ...unless('Pasta e banco são do mesmo site.', [
      row && installation && otherSite(dataDir, installation, row),
    ]),
    ...(await examineTeam(client, HOW)),
    ...(await lookAt(client, DATABASE_FACTS, { hasBackups: backupDir !== null, missing }, codes)),
    ...unless('As cópias são ensaiadas.', [
      backupDir !== null &&
        drills[0]?.wrong &&
        'A última cópia, ou o seu ensaio de volta, não deu certo ou tem mais de 14 dias: rode npm run backup e veja o que ele diz.',
    ]),
  ];
}

/** What the table of troubles says of what the database tells by `facts`, and of what else is known. */
export async function lookAt(
  client: pg.Client,
  facts: string,
  known: Parameters<typeof examineTroubles>[0] = {},
  codes: readonly string[] = [],
): Promise<Finding[]> {
  const [database] = (await client.query<DatabaseFacts>(facts)).rows;
  const [counts] = (await client.query<Counts>(COUNTS)).rows;
  return examineTroubles({ ...known, ...(database && counts && { database, counts }) }, codes);
}

/** Who of the direção has access to the desk; how the owner gives it where nobody has. */
export async function examineTeam(client: pg.Client, how: string): Promise<Finding[]> {
  const { rows } = await client.query<{ direcao: number }>(`
    select count(*)::integer as direcao from private.administradores a join auth.users u on u.id = a.user_id
    where a.papel = 'direcao' and a.desativado_em is null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())`);
  const { direcao = 0 } = rows[0] ?? {};
  return unless(`Da direção, com acesso: ${direcao}.`, [
    direcao === 0 &&
      `Ninguém da direção tem acesso, e só ela administra contas e devolve o que se apagou: ${how}.`,
  ]);
}
