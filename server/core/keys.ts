import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';
import { setMode, syncFolder } from './platform.ts';
import { Refused } from './refused.ts';

/** The installation's secrets. None has a default; only `anonKey` leaves the server, it is public. */
export type Keys = {
  /** Signs access tokens (HS256). */
  jwt: Uint8Array;
  /** Signs links to documents; derived from `jwt`, and useless as a bearer token. */
  link: Uint8Array;
  /** Signs device cookies; derived from `jwt`. */
  device: Uint8Array;
  /** The browser's public key, opaque to it. */
  anonKey: string;
  /** Passwords of the two PostgreSQL logins of the embedded PostgreSQL, and of `authenticator` elsewhere. */
  ownerPassword: string;
  authenticatorPassword: string;
};

/** The keys of a data folder, made at the first start (file of mode 0600); JWT_SECRET and ANON_KEY override them. */
export function loadKeys(dataDir: string, given: { jwtSecret: string | null; anonKey: string | null }): Keys {
  return keysOf(readOrMake(join(dataDir, 'keys.json')), given);
}

/** `loadKeys` without making or changing anything; throws Refused when the file is missing or damaged. */
export function readKeys(dataDir: string, given: { jwtSecret: string | null; anonKey: string | null }): Keys {
  return keysOf(read(join(dataDir, 'keys.json')), given);
}

type Stored = { jwtSecret: string; ownerPassword: string };

function read(file: string): Stored {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>;
    if (stored.jwtSecret && stored.ownerPassword) return stored as Stored;
  } catch {
    // said below
  }
  throw new Refused(
    `${file} ${existsSync(file) ? 'não pode ser lido' : 'não está lá'}. Nada foi mudado. Devolva o de uma cópia da pasta, ou rode npm run keys -- rotate.`,
  );
}

function keysOf(stored: Stored, given: { jwtSecret: string | null; anonKey: string | null }): Keys {
  const secret = given.jwtSecret ?? stored.jwtSecret;
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    jwt: new TextEncoder().encode(secret),
    link: derived('signed links'),
    device: derived('known devices'),
    anonKey: given.anonKey ?? anonToken(secret),
    ownerPassword: stored.ownerPassword,
    authenticatorPassword: Buffer.from(derived('authenticator login')).toString('base64url'),
  };
}

/** True when a server has been started over this data folder. */
export function hasKeys(dataDir: string): boolean {
  return existsSync(join(dataDir, 'keys.json'));
}

/** True when a renewal of the keys was cut short: which of two passwords PostgreSQL has is not known. */
export function hasUnfinishedKeys(dataDir: string): boolean {
  return existsSync(join(dataDir, NEXT_KEYS));
}

/**
 * Gives a data folder new keys: sessions end and links die. `setOwnerPassword` sets the new
 * password of the embedded PostgreSQL in between, so that a cut leaves what `hasUnfinishedKeys` finds.
 */
export async function renewKeys(
  dataDir: string,
  setOwnerPassword: (password: string) => Promise<void>,
): Promise<void> {
  const made = makeKeys();
  const next = join(dataDir, NEXT_KEYS);
  writeDurably(next, `${JSON.stringify(made)}\n`);
  await setOwnerPassword(made.ownerPassword);
  renameSync(next, join(dataDir, 'keys.json'));
  syncFolder(dataDir);
}

const NEXT_KEYS = 'keys.json.nova';

/** Supabase's legacy form of the public key: a token of role anon without `sub`, always the same for one secret. */
function anonToken(secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'supabase', role: 'anon', iat: 1_767_225_600, exp: 2_398_377_600 }; // 2026-01-01 to 2046-01-01
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

function readOrMake(file: string): Stored {
  if (existsSync(file)) {
    setMode(file, 0o600);
    return read(file);
  }
  const made = makeKeys();
  writeDurably(file, `${JSON.stringify(made)}\n`);
  return made;
}

function makeKeys(): Stored {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    ownerPassword: randomBytes(24).toString('base64url'),
  };
}
