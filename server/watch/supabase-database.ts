import type pg from 'pg';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from '../../domain/document/document.ts';
import { hasTable } from '../site-data/copy/client.ts';
import { PROJECT_LEDGER } from '../site-data/open/ledger.ts';
import { hasCode, missingMigrations } from '../site-data/open/migrate.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { examineTeam, lookAt } from './database.ts';
import { SHARED_FACTS, sayPublished } from './facts.ts';
import { type Finding, todo, unless } from './finding.ts';
import { examineAsOwner, loginAt } from './owner-connection.ts';
import { examineRetention } from './supabase-retention.ts';
import { examineRights } from './supabase-rights.ts';

/** A Supabase project from inside, as its owner. */
export async function examineProjectDatabase(
  databaseUrl: string,
  project: SupabaseProject,
): Promise<Finding[]> {
  if (isOfAnother(databaseUrl, project.url))
    return todo(`DATABASE_URL é de outro projeto que ${project.url}: corrija um dos dois.`);
  return examineAsOwner(() => loginAt(databaseUrl), examineOurs);
}

/** Hosted addresses name the project: in the host, or in the pooler's user. */
function isOfAnother(databaseUrl: string, url: string): boolean {
  const [, ref] = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(url) ?? [];
  return ref !== undefined && /supabase\.co/.test(databaseUrl) && !databaseUrl.includes(ref);
}

const FIRST =
  "crie a conta no painel, se não há, e rode, no SQL Editor, select private.primeiro_administrador('e-mail')";

async function examineOurs(client: pg.Client): Promise<Finding[]> {
  const isProject = await hasTable(client, 'supabase_migrations.schema_migrations');
  if (!isProject || !(await hasTable(client, 'private.administradores')))
    return todo(
      'O banco de DATABASE_URL não é o de um projeto com as tabelas deste site: se é vazio, rode npm run supabase -- push; se é de um servidor próprio, npm run doctor sem --supabase; se é de outro produto, crie um projeto só para este.',
    );
  await sayPublished(client);
  const names = (await missingMigrations(client, PROJECT_LEDGER)).map(({ name }) => name); // throws OtherVersion
  const isBehind = names.length > 0 || !(await hasCode(client));
  return [
    ...unless('As tabelas e as funções do projeto são as desta versão.', [
      isBehind &&
        `O banco do projeto não é desta versão (${names.join(', ') || 'funções, políticas e direitos'}): rode npm run supabase -- push.`,
    ]),
    ...(await examineRights(client, isBehind)),
    ...(await examineBucket(client)),
    ...(await examineTeam(client, FIRST)),
    ...(await examineFactors(client)),
    ...(await lookAt(client, SHARED_FACTS)),
    ...(await examineRetention(client)),
  ];
}

/** Second factors, which only somebody past the page can have made, since it asks for none. */
async function examineFactors(client: pg.Client): Promise<Finding[]> {
  if (!(await hasTable(client, 'auth.mfa_factors'))) return [];
  const { rows } = await client.query<{ made: number }>(
    'select count(*)::integer as made from auth.mfa_factors',
  );
  const { made = 0 } = rows[0] ?? {};
  return todo(
    made > 0 &&
      `Há ${made} segundos fatores no projeto, que a página não pede e que não valem como senha: se ninguém da equipe os pôs, alguém está com uma sessão roubada. Apague-os, em Authentication → Users, e desligue, em Authentication → Multi-Factor, o TOTP e o telefone.`,
  );
}

async function examineBucket(client: pg.Client): Promise<Finding[]> {
  const types = Object.values(DOCUMENT_TYPES).sort();
  const { rows } = await client.query(
    `select from storage.buckets where id = $1 and not public and file_size_limit = $2
       and allowed_mime_types @> $3 and allowed_mime_types <@ $3`,
    [DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES, types],
  );
  return unless('O bucket dos documentos é privado e tem os limites certos.', [
    rows.length === 0 &&
      `PERIGO: o bucket ${DOCUMENT_BUCKET} falta, ou não é como deve. No painel, em Storage: «Public bucket» desligado, limite de ${DOCUMENT_MAX_BYTES} bytes, tipos ${types.join(', ')}.`,
  ]);
}
