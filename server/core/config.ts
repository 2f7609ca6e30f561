import { resolve } from 'node:path';
import type { LevelWithSilent } from 'pino';
import { isInside } from './platform.ts';
import { isAddressOrNetwork } from './proxies.ts';

/** A wrong value in the environment; the message begins with the variable's name. */
export class ConfigError extends Error {
  constructor(variable: string, reason: string) {
    super(`${variable}: ${reason}`);
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Variables that commands alone read. */
const OF_COMMANDS = ['SUPABASE_URL', 'SUPABASE_KEY', 'SUPABASE_SERVICE_KEY'];

/**
 * The validated environment; .env.example explains every variable. Throws ConfigError at the first wrong value, and
 * at a name that is a misspelling of one of these.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const known = [...OF_COMMANDS];
  /** What a variable holds, null when it is not set. Throws what is `wanted` when it is not as `fits` says. */
  const text = (
    name: string,
    wanted = '',
    fits: RegExp | ((given: string) => boolean) = /./,
  ): string | null => {
    known.push(name);
    const given = environment[name]?.trim() || null;
    const isRight = given === null || (fits instanceof RegExp ? fits.test(given) : fits(given));
    if (!isRight) throw new ConfigError(name, `use ${wanted}`);
    return given;
  };
  const number = (name: string, unset: number, least: number, most: number, unit = ''): number => {
    const fits = (given: string) =>
      /^\d{1,7}$/.test(given) && Number(given) >= least && Number(given) <= most;
    return Number(text(name, `um número de ${least} a ${most}${unit}`, fits) ?? unset);
  };
  const folder = (name: string): string | null => {
    const path = text(name);
    return path === null ? null : resolve(path);
  };

  const adminEmail = text('ADMIN_EMAIL', ADMIN_WANTED, /^[^\s@]+@[^\s@]+$/);
  const adminPassword = text('ADMIN_PASSWORD') && (environment.ADMIN_PASSWORD ?? null); // with its spaces
  const siteUrl = text('SITE_URL', 'o endereço do site, como https://www.exemplo.com.br', isOrigin);
  const proxies = text('TRUSTED_PROXIES', 'IPs ou redes, como 127.0.0.1, 10.0.0.0/8', (list) =>
    listOf(list).every(isAddressOrNetwork),
  );
  const config = {
    port: number('PORT', 3000, 0, 65_535),
    host: text('HOST', 'um endereço, como 127.0.0.1', /^[A-Za-z0-9.:-]+$/) ?? '127.0.0.1',
    /** Without a slash at its end; null when not set. */
    siteUrl: siteUrl?.replace(/\/$/, '') ?? null,
    /** Absolute path: documents, keys and, when embedded, PostgreSQL's data. */
    dataDir: folder('DATA_DIR') ?? resolve('data'),
    /** Null: the embedded PostgreSQL. */
    databaseUrl: text('DATABASE_URL', 'postgres://usuario:senha@servidor:5432/banco', /^postgres(ql)?:\/\//),
    /** The folder `bin` of the PostgreSQL that runs in place of the package's; null: that one. */
    postgresBin: folder('POSTGRES_BIN'),
    admin: adminEmail && adminPassword ? { email: adminEmail.toLowerCase(), password: adminPassword } : null,
    signup: text('SIGNUP', 'on ou off', /^(on|off)$/) === 'on',
    /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is trusted. */
    trustedProxies: listOf(proxies ?? '') as readonly string[],
    limits: (text('LIMITS', 'on ou relaxed', /^(on|relaxed)$/) ?? 'on') as 'on' | 'relaxed',
    logLevel: (text('LOG_LEVEL', LOG_LEVELS.join(', '), (level) => LOG_LEVELS.includes(level)) ??
      'info') as LevelWithSilent,
    jwtSecret: text('JWT_SECRET', 'pelo menos 32 letras, ao acaso: este valor se adivinha', isRandom),
    anonKey: text('ANON_KEY', 'letras, números, ponto, - e _, de 20 a 1000', /^[A-Za-z0-9._-]{20,1000}$/),
    /** Where a message is posted when something is wrong; null: nowhere. */
    alertUrl: text('ALERT_URL', 'um endereço https://, sem usuário e senha', isPostable),
    /** Where copies go; null: none are made by themselves. Outside `dataDir`. */
    backupDir: folder('BACKUP_DIR'),
    /** Public key (age) that copies are encrypted for; null: they are not. */
    backupKey: text('BACKUP_KEY', 'a chave pública, que começa com age1', /^age1[0-9a-z]{58}$/),
    /** How many copies `backupDir` holds. */
    backupCopies: number('BACKUP_KEEP', 14, 1, 9999),
    /** Above it each address and network still has its own few documents a day, up to five times it. */
    uploadDayBytes: number('UPLOAD_DAY_MB', 2000, 1, 9_999_999, ', em MB') * 1024 * 1024,
  };
  if (Boolean(adminEmail) !== Boolean(adminPassword))
    throw new ConfigError('ADMIN_EMAIL', `use ${ADMIN_WANTED}`);
  if (config.backupDir !== null && isInside(config.dataDir, config.backupDir))
    throw new ConfigError('BACKUP_DIR', 'use uma pasta fora de DATA_DIR, de preferência em outro disco');
  for (const [name, value] of Object.entries(environment)) {
    const meant = value?.trim() && !known.includes(name) && known.find((each) => isMisspelt(name, each));
    if (meant)
      throw new ConfigError(
        name,
        `este nome não existe; o certo é ${meant}. Corrija-o no .env, ou apague a linha`,
      );
  }
  return config;
}

const ADMIN_WANTED = 'um e-mail, junto com ADMIN_PASSWORD';

/** Names of other programs that look like one of ours. */
const OF_OTHERS = ['LOGLEVEL', 'LIMIT'];

/** Shortest names in which one, two and three wrong letters are a misspelling; shorter names are nobody's slip (PORT, POST). */
const SLIPS = [6, 11, 15];

function isMisspelt(name: string, known: string): boolean {
  const slips = SLIPS.filter((letters) => known.length >= letters).length;
  return slips > 0 && !OF_OTHERS.includes(name) && isWithin(slips, name.toUpperCase(), known);
}

/** Whether at most so many letters are wrong, missing, too many or swapped with their neighbour. */
function isWithin(slips: number, one: string, other: string): boolean {
  if (one[0] === other[0]) return one === '' || isWithin(slips, one.slice(1), other.slice(1));
  if (slips === 0) return false;
  const swapped = one[0] === other[1] && one[1] === other[0];
  const ways = [[1, 1], [1, 0], [0, 1], ...(swapped ? [[2, 2]] : [])];
  return ways.some(([mine, its]) => isWithin(slips - 1, one.slice(mine), other.slice(its)));
}

/** Why the server cannot listen: a wrong setting, with which no other try would go well. Other faults as they are. */
export function cannotListen(
  fault: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (fault.code === 'EADDRINUSE') return new ConfigError('PORT', `a porta ${port} já está em uso`);
  if (fault.code === 'EACCES')
    return new ConfigError(
      'PORT',
      `esta conta não pode usar a porta ${port}; deixe 3000 e ponha um proxy na frente (docs/operar.md)`,
    );
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL)$/.test(fault.code ?? ''))
    return new ConfigError('HOST', `${host} não é um endereço desta máquina; use 127.0.0.1, ou tire a linha`);
  return fault;
}

/** Fewest different letters of JWT_SECRET: thirty-two random hexadecimal digits have about fourteen. */
const SECRET_MIN_LETTERS = 8;
const GUESSED = /example|exemplo|changeme|your-|super-secret|abcdefgh|12345678/i;
const isRandom = (secret: string) =>
  secret.length >= 32 && new Set(secret).size >= SECRET_MIN_LETTERS && !GUESSED.test(secret);

/** What stands between commas. */
const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
/** Plain http only to this machine; fetch refuses an address with a user in it. */
export function isPostable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
  return isSafe && username === '' && password === '';
}

/** True for a name or address that never leaves this machine. */
export const isThisMachine = (host: string) => /^(127\.[\d.]+|::1|\[::1\]|localhost)$/.test(host);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === '';
}
