import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refused } from '../../core/refused.ts';
import type { Stored } from './part-file.ts';

// What a copy is: manifest.json names and hashes every other part. Its names are stored data.

/** Of the format; a later one gets another number. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
/** The list of documents of a copy, one a line. */
export const DOCUMENT_LIST = 'documentos.jsonl';

/** A file of a copy. */
export type Part = { arquivo: string; linhas: number } & Stored;

/** The rows of one table in PostgreSQL's text format, with these columns. */
export type TablePart = { tabela: string; colunas: string[] } & Part;

export type Manifest = {
  formato: typeof FORMAT;
  instalacao: { id: string; geracao: number };
  /** The product's version that made it, or whose data an update found; and PostgreSQL's. */
  versao: string;
  postgresql: string;
  /** ISO time of the snapshot. */
  momento: string;
  /** Name and SHA-256 of each migration that the database had. */
  migracoes: { nome: string; impressao: string }[];
  /** The public key that its parts are encrypted for; null: they are not. */
  destinatario: string | null;
  /** In an order in which each table comes after those that it refers to. */
  tabelas: TablePart[];
  documentos: Part;
  /** A line for each file of `ownFiles`; copies of 1.2.0 and before have none. */
  textos_e_fotos?: Part;
  sequencias: { nome: string; ultimo: string; usada: boolean }[];
  /** End of the audit chain, and how many of its entries were wrong already. */
  auditoria: { ultimo: string; elo: string; falhas: number };
  /** How many lines the erasure list beside it had, and their SHA-256. */
  apagamentos: { linhas: number; sha256: string };
};

/** The text of manifest.json, which ends with a hash of itself. */
export function textOf(manifest: Manifest): string {
  const impressao = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  return `${JSON.stringify({ ...manifest, impressao }, null, 1)}\n`;
}

/** Throws Refused, naming what it is, unless the folder holds a whole manifest of this format. */
export function readManifest(copy: string): Manifest {
  const name = basename(copy);
  if (isUnfinished(name))
    throw new Refused(
      `A cópia ${name} não está inteira: foi interrompida enquanto era feita. Nada foi mudado. Use outra da mesma pasta.`,
    );
  const file = join(copy, MANIFEST);
  if (!existsSync(file))
    throw new Refused(
      `Não há uma cópia de segurança em ${copy} (falta ${MANIFEST}). Nada foi mudado. ` +
        'Diga a pasta de uma cópia, como …/copia-2026-11-22T03-00-00Z-1a2b.',
    );
  const damaged = new CopyDamaged(name, [MANIFEST]);
  const text = readFileSync(file, 'utf8');
  let read: Manifest & { impressao?: string };
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw damaged;
  }
  const { impressao: _, ...manifest } = read;
  if (Number.isInteger(manifest.formato) && manifest.formato !== FORMAT)
    throw new Refused(
      `A cópia ${name} é de um formato (${manifest.formato}) que esta versão do site não conhece. Nada foi mudado. Use a versão que a fez, ${manifest.versao}.`,
    );
  if (text !== textOf(manifest)) throw damaged;
  return manifest;
}

/** The parts of a copy beside its manifest. */
export function partsOf({ tabelas, documentos, textos_e_fotos }: Manifest): Part[] {
  return [...tabelas, documentos, ...(textos_e_fotos ? [textos_e_fotos] : [])];
}

const MOST_NAMED = 5;

/** Parts of a copy are missing or were changed, or are not what its manifest says. */
export class CopyDamaged extends Refused {
  override name = 'Refused';
  readonly parts: readonly string[];

  constructor(name: string, parts: readonly string[]) {
    super(
      `A cópia ${name ? `${name} ` : ''}está estragada: não confere ${inShort(parts)}. Nada foi mudado. Use outra cópia.`,
    );
    this.parts = parts;
  }
}

/** The first few names, and how many others. */
export function inShort(parts: readonly string[]): string {
  const named = parts.slice(0, MOST_NAMED).join(', ');
  const others = parts.length > MOST_NAMED ? ` e mais ${parts.length - MOST_NAMED}` : '';
  return named + others;
}

/** True for the name of a copy that is being made, or was never finished. */
export function isUnfinished(name: string): boolean {
  return name.startsWith('.incompleta-copia-');
}
