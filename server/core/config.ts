import { relative, resolve } from 'node:path';
import type { Config } from './context.ts';
import { findMisspelt } from './misspelt-names.ts';
import { isAddressOrNetwork } from './proxies.ts';

/** A wrong value in the environment; the message begins with the variable's name. */
export class ConfigError extends Error {
  constructor(variable: string, reason: string) {
    super(`${variable}: ${reason}`);
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const isLogLevel = (text: string): text is Config['logLevel'] =>
  (LOG_LEVELS as readonly string[]).includes(text);

/** Throws ConfigError at the first wrong value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const value = (name: string) => environment[name]?.trim() || null;

  const wrong = findMisspelt(environment);
  if (wrong)
    throw new ConfigError(
      wrong.name,
      `este nome não existe; o certo é ${wrong.meant}. Corrija-o no .env, ou apague a linha`,
    );

  const port = value('PORT') ?? '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigError('PORT', 'use um número de 0 a 65535');

  const host = value('HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:-]+$/.test(host)) throw new ConfigError('HOST', 'use um endereço, como 127.0.0.1');

  const siteUrl = value('SITE_URL');
  if (siteUrl !== null && !isOrigin(siteUrl))
    throw new ConfigError('SITE_URL', 'use o endereço do site, como https://www.exemplo.com.br');

  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError('DATABASE_URL', 'use um endereço postgres://usuario:senha@servidor:5432/banco');
  }

  const limits = value('LIMITS') ?? 'on';
  if (limits !== 'on' && limits !== 'relaxed') throw new ConfigError('LIMITS', 'use on ou relaxed');

  const signup = value('SIGNUP') ?? 'off';
  if (signup !== 'on' && signup !== 'off') throw new ConfigError('SIGNUP', 'use on ou off');

  const logLevel = value('LOG_LEVEL') ?? 'info';
  if (!isLogLevel(logLevel)) throw new ConfigError('LOG_LEVEL', `use ${LOG_LEVELS.join(', ')}`);

  const jwtSecret = value('JWT_SECRET');
  if (jwtSecret !== null && jwtSecret.length < 32)
    throw new ConfigError('JWT_SECRET', 'use pelo menos 32 letras, ao acaso');
  if (jwtSecret !== null && bitsOf(jwtSecret) < SECRET_MIN_BITS)
    throw new ConfigError('JWT_SECRET', 'este valor se adivinha: não repita nem conte; gere um ao acaso');
  if (jwtSecret !== null && /example|exemplo|changeme|your-|super-secret/i.test(jwtSecret)) {
    throw new ConfigError('JWT_SECRET', 'este valor é de exemplo; gere um ao acaso');
  }

  const anonKey = value('ANON_KEY');
  if (anonKey !== null && !/^[A-Za-z0-9._-]{20,1000}$/.test(anonKey))
    throw new ConfigError('ANON_KEY', 'use letras, números, ponto, - e _, de 20 a 1000');

  const alertUrl = value('ALERT_URL');
  if (alertUrl !== null && !isPostable(alertUrl))
    throw new ConfigError('ALERT_URL', 'use um endereço https://, sem usuário e senha');

  const dataDir = resolve(value('DATA_DIR') ?? 'data');
  const backupDir = value('BACKUP_DIR');
  if (backupDir !== null && isInside(dataDir, resolve(backupDir)))
    throw new ConfigError('BACKUP_DIR', 'use uma pasta fora de DATA_DIR, de preferência em outro disco');

  const backupKey = value('BACKUP_KEY');
  if (backupKey !== null && !/^age1[0-9a-z]{58}$/.test(backupKey))
    throw new ConfigError('BACKUP_KEY', 'use a chave pública, que começa com age1; a outra fica guardada');

  const backupCopies = value('BACKUP_KEEP') ?? '14';
  if (!/^[1-9]\d{0,3}$/.test(backupCopies)) throw new ConfigError('BACKUP_KEEP', 'use um número de 1 a 9999');

  const uploadDayMb = value('UPLOAD_DAY_MB') ?? '2000';
  if (!/^[1-9]\d{0,6}$/.test(uploadDayMb))
    throw new ConfigError('UPLOAD_DAY_MB', 'use um número de 1 a 9999999, em MB');

  return {
    port: Number(port),
    host,
    siteUrl: siteUrl?.replace(/\/$/, '') ?? null,
    dataDir,
    databaseUrl,
    admin: firstAdmin(value('ADMIN_EMAIL'), environment.ADMIN_PASSWORD || null),
    signup: signup === 'on',
    trustedProxies: proxies(value('TRUSTED_PROXIES')),
    limits,
    logLevel,
    jwtSecret,
    anonKey,
    alertUrl,
    backupDir: backupDir === null ? null : resolve(backupDir),
    backupKey,
    backupCopies: Number(backupCopies),
    uploadDayBytes: Number(uploadDayMb) * 1024 * 1024,
  };
}

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

/** True when `path` is the folder itself or below it; both are absolute. */
export function isInside(folder: string, path: string): boolean {
  return !/^\.\.(\/|\\|$)/.test(relative(folder, path));
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
function isPostable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = /^(127\.[\d.]+|\[::1\]|localhost)$/.test(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username === '' && password === '';
}

function isOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    return (
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === '' &&
      url.username === ''
    );
  } catch {
    return false;
  }
}
