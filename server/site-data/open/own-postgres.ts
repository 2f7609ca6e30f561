import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import pg from 'pg';
import { ConfigError } from '../../core/config.ts';

type LoginFacts = { supabase: boolean; made: boolean; migrated: boolean };

/**
 * Throws ConfigError unless this is PostgreSQL 15 to 18 and the login may do what the
 * migrations need (decision 18). `supabase`: it belongs to a Supabase project; `made`:
 * a server of ours has set it up; `migrated`: it has this product's tables.
 */
export async function checkLogin(login: pg.ClientConfig): Promise<LoginFacts> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
  await client.connect().catch(() => {
    throw new ConfigError(
      'DATABASE_URL',
      'não foi possível entrar neste PostgreSQL; confira o endereço, o usuário e a senha',
    );
  });
  try {
    const { rows } = await client.query<LoginFacts & { version: number; able: boolean }>(`
      select current_setting('server_version_num')::integer / 10000 as version,
        exists (select from pg_roles where rolname = 'supabase_auth_admin')
          and not exists (select from pg_namespace where nspname = 'servidor') as supabase,
        exists (select from pg_namespace where nspname = 'servidor') as made,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'private' and c.relname = 'auditoria') as migrated,
        rolsuper or (rolcreaterole and rolbypassrls and pg_has_role(datdba, 'USAGE')) as able
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
    const [facts] = rows;
    if (!facts || facts.version < 15 || facts.version > 18)
      throw new ConfigError('DATABASE_URL', 'use um PostgreSQL de 15 a 18');
    if (!facts.able)
      throw new ConfigError(
        'DATABASE_URL',
        'o usuário precisa ser superusuário, ou ser dono do banco e ter CREATEROLE e BYPASSRLS',
      );
    return facts;
  } finally {
    await client.end();
  }
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
function isOnThisMachine(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (address === '' || address.startsWith('/') || address === 'localhost' || address === '::1') return true;
  return isIP(address) === 4 && address.startsWith('127.');
}

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
