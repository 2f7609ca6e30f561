import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';
import { Refused } from './refused.ts';

/** Whose data a folder holds: `instalacao.json` in DATA_DIR. Its names are stored data. */
export type Installation = {
  /** Random, the same through moves and restores; a wanted copy gets another one. */
  id: string;
  /** Raised by each restore: of two data folders with one id the higher is the current one. */
  geracao: number;
  /** The product's version that wrote this. */
  versao: string;
  /** Fingerprint of the secret that signs sessions and links (`fingerprintOf`). */
  segredo: string;
  /** Where its rows are: a folder (relative to DATA_DIR, or absolute), or DATABASE_URL. */
  banco: string;
  /** The copy that a restore has not finished loading; nothing is served until it has. */
  restaurando?: string;
};

/** What `banco` says when the rows are in the PostgreSQL that DATABASE_URL names. */
export const OWN_POSTGRES = 'DATABASE_URL';

const fileIn = (dataDir: string) => join(dataDir, 'instalacao.json');

/** Null when no server or restore has begun this folder. Throws Refused when the file cannot be read as one. */
export function readInstallation(dataDir: string): Installation | null {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Installation;
    if (typeof read.id === 'string' && Number.isInteger(read.geracao) && typeof read.banco === 'string')
      return read;
  } catch {
    // said below
  }
  throw new Refused(
    `O arquivo ${file} está estragado. Nada foi mudado. Devolva o de uma cópia desta mesma pasta e inicie de novo.`,
  );
}

/** On the disk, whole or not at all, when it returns. */
export function writeInstallation(dataDir: string, installation: Installation): void {
  writeDurably(fileIn(dataDir), `${JSON.stringify(installation, null, 2)}\n`);
}

/** Identifies a secret without revealing it: 16 hexadecimal digits. */
export function fingerprintOf(secret: Uint8Array | string): string {
  return createHash('sha256').update('construindo-campeoes ').update(secret).digest('hex').slice(0, 16);
}
