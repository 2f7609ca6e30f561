import { readFileSync } from 'node:fs';
import pg from 'pg';
import { ConfigError, isThisMachine } from '../../core/config.ts';

/** Where an owner reads how a login and a database are made. */
const GUIDE = 'docs/operar.md, «PostgreSQL próprio»';

type LoginFacts = { supabase: boolean; made: boolean; migrated: boolean };

/** The PostgreSQL of DATABASE_URL is not up, or cannot be reached: the same may work in a moment, and the exit code is 1. */
class NotAnswering extends Error {
  override name = 'NotAnswering';
}

/**
 * Throws NotAnswering while nobody answers there, ConfigError unless this is PostgreSQL 15 to 18 and
 * the login may do what the migrations need (decision 18), in a database that has no tables of others alone. `supabase`: it belongs to a Supabase project; `made`:
 * a server of ours has set it up; `migrated`: it has this product's tables.
 */
export async function checkLogin(login: pg.ClientConfig): Promise<LoginFacts> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
  await client.connect().catch((error: unknown) => {
    throw whyNot(error, login);
  });
  try {
    const { rows } = await client.query<
      LoginFacts & { version: number; encoding: string; able: boolean; others: string | null }
    >(`
      select current_setting('server_version_num')::integer / 10000 as version,
        pg_encoding_to_char(encoding) as encoding,
        exists (select from pg_roles where rolname = 'supabase_auth_admin')
          and not exists (select from pg_namespace where nspname = 'servidor') as supabase,
        exists (select from pg_namespace where nspname = 'servidor') as made,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'private' and c.relname = 'auditoria') as migrated,
        (select min(relname::text) from pg_class c where relnamespace = to_regnamespace('public')
          and relkind in ('r', 'p', 'v', 'm', 'f') and not exists (select from pg_depend
            where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')) as others,
        rolsuper or (rolcreaterole and rolbypassrls and pg_has_role(datdba, 'USAGE')) as able
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
    const [facts] = rows;
    if (!facts || facts.version < 15 || facts.version > 18)
      throw new ConfigError('DATABASE_URL', 'use um PostgreSQL de 15 a 18');
    if (facts.encoding !== 'UTF8')
      throw new ConfigError(
        'DATABASE_URL',
        `este banco é ${facts.encoding}, e precisa ser UTF8; crie outro (${GUIDE})`,
      );
    if (!facts.able)
      throw new ConfigError(
        'DATABASE_URL',
        `o usuário precisa ser superusuário, ou ser dono do banco e ter CREATEROLE e BYPASSRLS (${GUIDE})`,
      );
    if (facts.others && !facts.supabase && !facts.made && !facts.migrated)
      throw new ConfigError(
        'DATABASE_URL',
        `este banco tem tabelas de outro programa, como ${facts.others}. Nada foi mudado. Crie outro, vazio (${GUIDE})`,
      );
    return facts;
  } finally {
    await client.end();
  }
}

/** The login of a project's database. Throws ConfigError where DATABASE_URL names none. */
export async function projectLogin(databaseUrl: string | null): Promise<pg.ClientConfig> {
  if (databaseUrl === null)
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, que está no painel dele');
  const login = loginOf(databaseUrl);
  if ((await checkLogin(login)).supabase) return login;
  throw new ConfigError('DATABASE_URL', 'este banco não é de um projeto do Supabase');
}

/** Network failures, and the SQLSTATEs of a PostgreSQL that starts, goes down or is full. */
const NOBODY_ANSWERS =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300)$/;

/** What a person is told of a connection that failed. */
function whyNot(error: unknown, { host, port, user, database }: pg.ClientConfig): Error {
  const { code = '', message } = error as { code?: string; message: string };
  if (NOBODY_ANSWERS.test(code) || /^(timeout expired|Connection terminated)/.test(message))
    return new NotAnswering(
      `DATABASE_URL: o PostgreSQL de ${host || 'localhost'}:${port} não responde; inicie-o, ou confira o endereço`,
    );
  return new ConfigError(
    'DATABASE_URL',
    `o PostgreSQL recusou “${user}” no banco “${database}” (${code}); confira endereço, usuário, senha, banco e pg_hba.conf (${GUIDE})`,
  );
}

/**
 * The parts of a connection address, so that the login can be replaced. Throws ConfigError
 * for a server elsewhere whose certificate would not be checked, unless `sslmode=disable` says
 * that this is wanted.
 */
export function loginOf(url: string): pg.ClientConfig {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('sslmode');
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const verified = ssl?.startsWith('verify') ?? false;
  if (!isOnThisMachine(host) && !verified && ssl !== 'disable')
    throw new ConfigError(
      'DATABASE_URL',
      'este PostgreSQL está em outra máquina, e sem conferir o certificado dela qualquer um no caminho lê tudo. ' +
        'Termine o endereço com ?sslmode=verify-full (com &sslrootcert=ARQUIVO se o certificado é seu); ' +
        'se a rede entre as duas é só sua, com ?sslmode=disable',
    );
  return {
    host,
    port: Number(searchParams.get('port') ?? (port || 5432)),
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || undefined,
    ssl:
      ssl === null || ssl === 'disable'
        ? undefined
        : { rejectUnauthorized: verified, ...rootOf(searchParams) },
  };
}

/** True where no network lies between: a folder of unix sockets, or a loopback address. */
const isOnThisMachine = (host: string) => host === '' || host.startsWith('/') || isThisMachine(host);

/** The certificate that signs the server's, where `sslrootcert` names one. */
function rootOf(parameters: URLSearchParams): { ca?: string } {
  const file = parameters.get('sslrootcert');
  if (!file) return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch {
    throw new ConfigError('DATABASE_URL', 'o arquivo de sslrootcert não pode ser lido');
  }
}
