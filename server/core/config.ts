import { resolve } from 'node:path';
import type { LevelWithSilent } from 'pino';
import { findMisspelt } from './misspelt-variables.ts';
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

/** Fewest different letters of JWT_SECRET: thirty-two random hexadecimal digits have about fourteen. */
const SECRET_MIN_LETTERS = 8;
const GUESSED = /example|exemplo|changeme|your-|super-secret|abcdefgh|12345678/i;

/** What a value has to be, and the sentence for one that is not. */
type Rule = [fits: RegExp | ((text: string) => boolean), wanted: string];

/** Every environment variable of the server; .env.example explains them. */
const VARIABLES = {
  PORT: [[(port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, 'use um número de 0 a 65535']],
  HOST: [[/^[A-Za-z0-9.:-]+$/, 'use um endereço, como 127.0.0.1']],
  SITE_URL: [[isOrigin, 'use o endereço do site, como https://www.exemplo.com.br']],
  DATA_DIR: [],
  DATABASE_URL: [[/^postgres(ql)?:\/\//, 'use um endereço postgres://usuario:senha@servidor:5432/banco']],
  POSTGRES_BIN: [],
  ADMIN_EMAIL: [[/^[^\s@]+@[^\s@]+$/, 'use um e-mail, junto com ADMIN_PASSWORD']],
  ADMIN_PASSWORD: [],
  SIGNUP: [[/^(on|off)$/, 'use on ou off']],
  TRUSTED_PROXIES: [
    [
      (list) => listOf(list).every(isAddressOrNetwork),
      'use endereços IP ou redes, como 127.0.0.1 ou 10.0.0.0/8, separados por vírgula',
    ],
  ],
  LIMITS: [[/^(on|relaxed)$/, 'use on ou relaxed']],
  JWT_SECRET: [
    [/.{32}/s, 'use pelo menos 32 letras, ao acaso'],
    [
      (secret) => new Set(secret).size >= SECRET_MIN_LETTERS && !GUESSED.test(secret),
      'este valor se adivinha: gere um ao acaso',
    ],
  ],
  ANON_KEY: [[/^[A-Za-z0-9._-]{20,1000}$/, 'use letras, números, ponto, - e _, de 20 a 1000']],
  ALERT_URL: [[isPostable, 'use um endereço https://, sem usuário e senha']],
  LOG_LEVEL: [[(level) => LOG_LEVELS.includes(level), `use ${LOG_LEVELS.join(', ')}`]],
  BACKUP_DIR: [],
  BACKUP_KEY: [[/^age1[0-9a-z]{58}$/, 'use a chave pública, que começa com age1; a outra fica guardada']],
  BACKUP_KEEP: [[/^[1-9]\d{0,3}$/, 'use um número de 1 a 9999']],
  UPLOAD_DAY_MB: [[/^[1-9]\d{0,6}$/, 'use um número de 1 a 9999999, em MB']],
} satisfies Record<string, Rule[]>;

/** Their names, and those that commands alone read. */
export const KNOWN_NAMES: readonly string[] = [
  ...Object.keys(VARIABLES),
  ...['SUPABASE_URL', 'SUPABASE_KEY', 'SUPABASE_SERVICE_KEY'],
];

/** The validated environment. Throws ConfigError at the first wrong value. */
export function readConfig(environment: Record<string, string | undefined>) {
  const wrong = findMisspelt(environment, KNOWN_NAMES);
  if (wrong)
    throw new ConfigError(
      wrong.name,
      `este nome não existe; o certo é ${wrong.meant}. Corrija-o no .env, ou apague a linha`,
    );
  const value = (name: keyof typeof VARIABLES) => {
    const text = environment[name]?.trim() || null;
    const rules: Rule[] = text === null ? [] : VARIABLES[name];
    for (const [fits, wanted] of rules)
      if (!(fits instanceof RegExp ? fits.test(text ?? '') : fits(text ?? '')))
        throw new ConfigError(name, wanted);
    return text;
  };
  const folder = (name: 'DATA_DIR' | 'POSTGRES_BIN' | 'BACKUP_DIR') => {
    const path = value(name);
    return path === null ? null : resolve(path);
  };
  const dataDir = folder('DATA_DIR') ?? resolve('data');
  const backupDir = folder('BACKUP_DIR');
  if (backupDir !== null && isInside(dataDir, backupDir))
    throw new ConfigError('BACKUP_DIR', 'use uma pasta fora de DATA_DIR, de preferência em outro disco');

  return {
    port: Number(value('PORT') ?? 3000),
    host: value('HOST') ?? '127.0.0.1',
    /** Without a slash at its end; null when not set. */
    siteUrl: value('SITE_URL')?.replace(/\/$/, '') ?? null,
    /** Absolute path: documents, keys and, when embedded, PostgreSQL's data. */
    dataDir,
    /** Null: the embedded PostgreSQL. */
    databaseUrl: value('DATABASE_URL'),
    /** The folder `bin` of the PostgreSQL that runs in place of the package's; null: that one. */
    postgresBin: folder('POSTGRES_BIN'),
    admin: firstAdmin(value('ADMIN_EMAIL'), environment.ADMIN_PASSWORD || null),
    signup: value('SIGNUP') === 'on',
    /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is trusted. */
    trustedProxies: listOf(value('TRUSTED_PROXIES') ?? '') as readonly string[],
    limits: (value('LIMITS') ?? 'on') as 'on' | 'relaxed',
    logLevel: (value('LOG_LEVEL') ?? 'info') as LevelWithSilent,
    jwtSecret: value('JWT_SECRET'),
    anonKey: value('ANON_KEY'),
    /** Where a message is posted when something is wrong; null: nowhere. */
    alertUrl: value('ALERT_URL'),
    /** Where copies go; null: none are made by themselves. Outside `dataDir`. */
    backupDir,
    /** Public key (age) that copies are encrypted for; null: they are not. */
    backupKey: value('BACKUP_KEY'),
    /** How many copies `backupDir` holds. */
    backupCopies: Number(value('BACKUP_KEEP') ?? 14),
    /** Above it each address and network still has its own few documents a day, up to five times it. */
    uploadDayBytes: Number(value('UPLOAD_DAY_MB') ?? 2000) * 1024 * 1024,
  };
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

function firstAdmin(email: string | null, password: string | null) {
  if (email === null && password === null) return null;
  if (email === null) throw new ConfigError('ADMIN_EMAIL', 'use um e-mail, junto com ADMIN_PASSWORD');
  if (password === null) throw new ConfigError('ADMIN_PASSWORD', 'use uma senha, junto com ADMIN_EMAIL');
  return { email: email.toLowerCase(), password };
}

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
