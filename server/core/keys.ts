import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';
import { setMode } from './platform.ts';
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

type Given = { jwtSecret: string | null; anonKey: string | null };
type Stored = { jwtSecret: string; ownerPassword: string };

const fileIn = (dataDir: string) => join(dataDir, 'keys.json');

/** True when a server has been started over this data folder. */
export const hasKeys = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/** The keys of a data folder, made at the first start (file of mode 0600); JWT_SECRET and ANON_KEY override them. */
export function loadKeys(dataDir: string, given: Given): Keys {
  if (hasKeys(dataDir)) setMode(fileIn(dataDir), 0o600);
  else writeKeys(dataDir, makeKeys());
  return readKeys(dataDir, given);
}

/** `loadKeys` without making or changing anything; throws Refused when the file is missing or damaged. */
export function readKeys(dataDir: string, given: Given): Keys {
  const stored = readStored(fileIn(dataDir));
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

function readStored(file: string): Stored {
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

/**
 * Gives a data folder new keys: sessions end and links die. `setOwnerPassword` sets the new
 * password of the embedded PostgreSQL before. After a cut in between a start is refused, and told to do it again.
 */
export async function renewKeys(
  dataDir: string,
  setOwnerPassword: (password: string) => Promise<void>,
): Promise<void> {
  const made = makeKeys();
  await setOwnerPassword(made.ownerPassword);
  writeKeys(dataDir, made);
}

const writeKeys = (dataDir: string, keys: Stored) =>
  writeDurably(fileIn(dataDir), `${JSON.stringify(keys)}\n`);

/** Supabase's legacy form of the public key: a token of role anon without `sub`, always the same for one secret. */
function anonToken(secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'supabase', role: 'anon', iat: 1_767_225_600, exp: 2_398_377_600 }; // 2026-01-01 to 2046-01-01
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

const makeKeys = (): Stored => ({
  jwtSecret: randomBytes(48).toString('base64url'),
  ownerPassword: randomBytes(24).toString('base64url'),
});
