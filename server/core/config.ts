import { resolve } from 'node:path';
import type { Config } from './context.ts';
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

/** Throws ConfigError at the first wrong value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const value = (name: string) => environment[name]?.trim() || null;
  /** The value, null when there is none. Throws with `wanted` for one that does not fit. */
  const read = (name: string, fits: RegExp | ((text: string) => boolean), wanted: string) => {
    const text = value(name);
    if (text === null || (fits instanceof RegExp ? fits.test(text) : fits(text))) return text;
    throw new ConfigError(name, wanted);
  };

  const wrong = findMisspelt(environment);
  if (wrong)
    throw new ConfigError(
      wrong.name,
      `este nome não existe; o certo é ${wrong.meant}. Corrija-o no .env, ou apague a linha`,
    );
  const dataDir = resolve(value('DATA_DIR') ?? 'data');
  const port = read('PORT', isPort, 'use um número de 0 a 65535') ?? '3000';
  const host = read('HOST', /^[A-Za-z0-9.:-]+$/, 'use um endereço, como 127.0.0.1') ?? '127.0.0.1';
  const siteUrl = read('SITE_URL', isOrigin, 'use o endereço do site, como https://www.exemplo.com.br');
  const databaseUrl = read(
    'DATABASE_URL',
    /^postgres(ql)?:\/\//,
    'use um endereço postgres://usuario:senha@servidor:5432/banco',
  );
  const postgresBin = value('POSTGRES_BIN');
  const limits = read('LIMITS', /^(on|relaxed)$/, 'use on ou relaxed') ?? 'on';
  const signup = read('SIGNUP', /^(on|off)$/, 'use on ou off');
  const logLevel = read('LOG_LEVEL', (text) => LOG_LEVELS.includes(text), `use ${LOG_LEVELS.join(', ')}`);
  const jwtSecret = read('JWT_SECRET', (text) => text.length >= 32, 'use pelo menos 32 letras, ao acaso');
  if (jwtSecret !== null && bitsOf(jwtSecret) < SECRET_MIN_BITS)
    throw new ConfigError('JWT_SECRET', 'este valor se adivinha: não repita nem conte; gere um ao acaso');
  if (jwtSecret !== null && /example|exemplo|changeme|your-|super-secret/i.test(jwtSecret))
    throw new ConfigError('JWT_SECRET', 'este valor é de exemplo; gere um ao acaso');
  const anonKey = read(
    'ANON_KEY',
    /^[A-Za-z0-9._-]{20,1000}$/,
    'use letras, números, ponto, - e _, de 20 a 1000',
  );
  const alertUrl = read('ALERT_URL', isPostable, 'use um endereço https://, sem usuário e senha');
  const backupDir = read(
    'BACKUP_DIR',
    (folder) => !isInside(dataDir, resolve(folder)),
    'use uma pasta fora de DATA_DIR, de preferência em outro disco',
  );
  const backupKey = read(
    'BACKUP_KEY',
    /^age1[0-9a-z]{58}$/,
    'use a chave pública, que começa com age1; a outra fica guardada',
  );
  const backupCopies = read('BACKUP_KEEP', /^[1-9]\d{0,3}$/, 'use um número de 1 a 9999') ?? 14;
  const uploadDayMb = read('UPLOAD_DAY_MB', /^[1-9]\d{0,6}$/, 'use um número de 1 a 9999999, em MB') ?? 2000;

  return {
    port: Number(port),
    host,
    siteUrl: siteUrl?.replace(/\/$/, '') ?? null,
    dataDir,
    databaseUrl,
    postgresBin: postgresBin === null ? null : resolve(postgresBin),
    admin: firstAdmin(value('ADMIN_EMAIL'), environment.ADMIN_PASSWORD || null),
    signup: signup === 'on',
    trustedProxies: proxies(value('TRUSTED_PROXIES')),
    limits: limits as Config['limits'],
    logLevel: (logLevel ?? 'info') as Config['logLevel'],
    jwtSecret,
    anonKey,
    alertUrl,
    backupDir: backupDir === null ? null : resolve(backupDir),
    backupKey,
    backupCopies: Number(backupCopies),
    uploadDayBytes: Number(uploadDayMb) * 1024 * 1024,
  };
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

/** Thirty-two random hexadecimal digits have about 118 of these bits, none of 200,000 below 79. */
const SECRET_MIN_BITS = 60;

/** A low estimate of a secret's entropy: what repeats, or goes on counting, adds nothing. */
function bitsOf(secret: string): number {
  const codes = [...secret].map((letter) => letter.codePointAt(0) ?? 0);
  const seen = new Set<string>();
  const surprising = codes.filter((_code, at) => {
    const counted = isStep(codes, at) && isStep(codes, at - 1);
    const three = codes.slice(Math.max(0, at - 2), at + 1).join();
    const repeated = seen.has(three);
    seen.add(three);
    return !counted && !repeated;
  });
  return surprising.length * Math.log2(new Set(codes).size);
}

/** Whether a letter repeats the one before it or is beside it in the order of letters. */
const isStep = (codes: readonly number[], at: number) =>
  at > 0 && Math.abs((codes[at] ?? 0) - (codes[at - 1] ?? 0)) <= 1;

/** Why the server cannot listen: a wrong setting, with which no other try would go well. Other faults as they are. */
export function cannotListen(
  fault: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
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

function firstAdmin(email: string | null, password: string | null): Config['admin'] {
  if (email === null && password === null) return null;
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError('ADMIN_EMAIL', 'use um e-mail, junto com ADMIN_PASSWORD');
  if (password === null || password.length < 12)
    throw new ConfigError('ADMIN_PASSWORD', 'use pelo menos 12 letras, junto com ADMIN_EMAIL');
  if (Buffer.byteLength(password) > 72) throw new ConfigError('ADMIN_PASSWORD', 'use no máximo 72 bytes');
  return { email: email.toLowerCase(), password };
}

function proxies(list: string | null): string[] {
  const addresses = (list ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  if (!addresses.every(isAddressOrNetwork))
    throw new ConfigError(
      'TRUSTED_PROXIES',
      'use endereços IP ou redes, como 127.0.0.1 ou 10.0.0.0/8, separados por vírgula',
    );
  return addresses;
}

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
