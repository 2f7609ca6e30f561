import type pg from 'pg';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from '../../domain/document/document.ts';
import { ownContacts } from '../../domain/setting-values.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { examinePeople, examineSettings } from './database.ts';
import { sayPublished } from './facts.ts';
import { type Finding, note, todo, unless } from './finding.ts';
import { examineAsOwner, loginAt } from './owner-connection.ts';
import { examineApplied } from './supabase-migrations.ts';
import { examineRetention } from './supabase-retention.ts';
import { examineRights } from './supabase-rights.ts';

/** A Supabase project from inside, as its owner. */
export async function examineProjectDatabase(
  databaseUrl: string,
  project: SupabaseProject,
  siteUrl: string | null = null,
): Promise<Finding[]> {
  if (isOfAnother(databaseUrl, project.url))
    return todo(`DATABASE_URL é de outro projeto que ${project.url}: corrija um dos dois.`);
  const words = {
    unreachable: 'O banco de DATABASE_URL não respondeu: confira o endereço e a senha.',
    broken: (code?: string) =>
      code === '42501'
        ? 'O usuário de DATABASE_URL não pode ler o que é preciso: use o usuário postgres do projeto.'
        : 'O banco do projeto respondeu pela metade: rode o comando de novo.',
  };
  return examineAsOwner(
    () => loginAt(databaseUrl),
    words,
    async (client) => (await examineForeign(client)) ?? (await examineOurs(client, siteUrl)),
  );
}

/** Hosted addresses name the project: in the host, or in the pooler's user. */
function isOfAnother(databaseUrl: string, url: string): boolean {
  const [, ref] = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(url) ?? [];
  return ref !== undefined && /supabase\.co/.test(databaseUrl) && !databaseUrl.includes(ref);
}

/** What is wrong with a database that is no project of this site: another product's, empty, or our own server's; null for one that is. */
async function examineForeign(client: pg.Client): Promise<Finding[] | null> {
  const { rows } = await client.query<{ ours: boolean; server: boolean; tables: number }>(`
    select to_regclass('private.administradores') is not null as ours,
      to_regclass('servidor.migracoes') is not null and to_regclass('supabase_migrations.schema_migrations') is null as server,
      (select count(*)::integer from pg_tables where schemaname = 'public') as tables`);
  const [found] = rows;
  if (found?.server)
    return todo(
      'O banco de DATABASE_URL é de um site com servidor próprio, não do Supabase: rode npm run doctor, sem --supabase.',
    );
  if (found?.ours) return null;
  return todo(
    found && found.tables > 0
      ? `O banco de DATABASE_URL é de outro produto (tem ${found.tables} tabelas, e nenhuma deste site): crie um projeto só para este.`
      : 'O banco do projeto está vazio: rode npm run supabase -- push.',
  );
}

const FIRST =
  "crie a conta no painel, se não há, e rode, no SQL Editor, select private.primeiro_administrador('e-mail')";

async function examineOurs(client: pg.Client, siteUrl: string | null): Promise<Finding[]> {
  await sayPublished(client);
  const { findings, behind } = await examineApplied(client);
  return [
    ...findings,
    ...(await examineRights(client, behind)),
    ...(await examineBucket(client)),
    ...(await examinePeople(client, { nobody: FIRST, noDirecao: FIRST })),
    ...(await examineFactors(client)),
    ...(await examineContacts(client, siteUrl)),
    ...(await examineSettings(client)),
    ...(await examineRetention(client)),
  ];
}

/** Second factors, which only somebody past the page can have made, since it asks for none. */
async function examineFactors(client: pg.Client): Promise<Finding[]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('auth.mfa_factors') is not null as there`,
  );
  if (!there[0]?.there) return [];
  const { rows } = await client.query<{ verified: number; begun: number }>(
    `select (count(*) filter (where status = 'verified'))::integer as verified,
       (count(*) filter (where status <> 'verified'))::integer as begun from auth.mfa_factors`,
  );
  const { verified = 0, begun = 0 } = rows[0] ?? {};
  const off = 'desligue, no painel, em Authentication → Multi-Factor, o TOTP e o telefone';
  return todo(
    verified > 0 &&
      `Há ${verified} segundos fatores confirmados, que a página não pede e que não valem como senha: se ninguém da equipe os pôs, alguém está com uma sessão roubada. Apague-os, em Authentication → Users, e ${off}.`,
    begun > 0 &&
      `Segundos fatores estão ligados no projeto (${begun} começados), e a página não os pede: ${off}.`,
  );
}

/** Whether the project knows the centre's contacts, which only its owner can tell it. */
async function examineContacts(client: pg.Client, siteUrl: string | null): Promise<Finding[]> {
  const own = ownContacts(siteUrl);
  const { rows } = await client.query<{ same: boolean }>(
    `select (select array_agg(contato order by contato) from private.contatos_do_centro)
       is not distinct from (select array_agg(distinct c order by c) from unnest($1::text[]) as c) as same`,
    [own],
  );
  const list = own.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ');
  return note(
    rows[0]?.same === false &&
      `O projeto não sabe os contatos do centro, e recusa-os nos textos que as famílias leem: rode, no SQL Editor, select private.guardar_contatos(array[${list}]);`,
  );
}

async function examineBucket(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ public: boolean; limit: string | null; types: string[] | null }>(
    `select public, file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1`,
    [DOCUMENT_BUCKET],
  );
  const [bucket] = rows;
  const edit = `No painel, em Storage, edite o bucket ${DOCUMENT_BUCKET}`;
  if (!bucket)
    return todo(
      `Falta o bucket ${DOCUMENT_BUCKET}, e nenhuma família consegue enviar: crie-o no painel, privado, com 5 MB e os tipos PDF, JPEG e PNG.`,
    );
  return unless('O bucket dos documentos é privado e tem os limites certos.', [
    bucket.public && `PERIGO: o bucket dos documentos é público. ${edit} e desligue «Public bucket».`,
    Number(bucket.limit) !== DOCUMENT_MAX_BYTES &&
      `O bucket dos documentos aceita outro tamanho que 5 MB. ${edit}: o limite é ${DOCUMENT_MAX_BYTES} bytes.`,
    [...(bucket.types ?? [])].sort().join() !== TYPES.join() &&
      `O bucket dos documentos aceita outros tipos de arquivo. ${edit}: ${TYPES.join(', ')}.`,
  ]);
}

const TYPES = Object.values(DOCUMENT_TYPES).sort();
