import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../core/platform.ts';
import { Refused } from '../../core/refused.ts';

// apagamentos.jsonl: what was erased, one a line, only ever longer. It stands beside the
// copies, which are older than some erasures, so that a restore erases again.

/** Stored data: ids, times and a reason's code, nothing of the erased. */
export type Erasure = {
  inscricao: string;
  o_que: 'inscricao' | 'documento';
  /** The uuid at the start of the document's name; null: there was none. */
  envio: string | null;
  /** ISO time. */
  apagado_em: string;
  /** A code of `private.apagamentos.motivo`; lines of 1.1.0 have none. */
  motivo?: string;
  /** A restore gave it back: this line, written again, undoes the one without. */
  devolvida?: true;
};

/** Each erasure by what no other has; something that is erased again has another time. */
export function keyOf({ inscricao, o_que, envio, apagado_em }: Erasure): string {
  return [inscricao, o_que, envio, apagado_em].join(' ');
}

const FILE = 'apagamentos.jsonl';
const listIn = (folder: string) => join(folder, FILE);

export function hasErasureList(folder: string): boolean {
  return existsSync(listIn(folder));
}

/**
 * The erasures of a folder; none when it has no list. A line that was cut off is left out. Throws Refused for a line
 * that was changed, or that we never write; with `damaged` it is left out.
 */
export function readErasures(folder: string, damaged: 'damaged' | 'whole' = 'whole'): Erasure[] {
  const lines = wholeLines(folder);
  const good = goodOf(lines);
  if (good.length === lines.length || damaged === 'damaged') return good;
  throw new Refused(
    `A lista do que foi apagado, ${listIn(folder)}, está estragada. Nada foi mudado. Devolva a que estava nessa pasta.`,
  );
}

function goodOf(lines: readonly string[]): Erasure[] {
  return lines.flatMap((line) => {
    const text = line.slice(0, -SUM_LENGTH);
    const [, moment] = LINE.exec(text) ?? [];
    const isDay = moment !== undefined && new Date(`${moment}Z`).toJSON()?.startsWith(moment);
    return isDay && line.slice(-SUM_LENGTH) === sumOf(text) ? [JSON.parse(`${text}}`) as Erasure] : [];
  });
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A line without its sum, as `lineOf` writes it: whoever can write the file can make the sum, so nothing else reaches the database. */
const LINE = new RegExp(
  `^{"inscricao":"${UUID}","o_que":"(?:inscricao|documento)","envio":(?:null|"${UUID}"),"apagado_em":"(20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d{6}Z"(?:,"motivo":"[a-z_]{1,60}")?(?:,"devolvida":true)?$`,
);

/** How many whole lines the list has and their SHA-256, of the first `lines` only when given; null when it has fewer. */
export function stateOf(folder: string, lines?: number): { linhas: number; sha256: string } | null {
  const all = wholeLines(folder);
  const first = all.slice(0, lines);
  if (lines !== undefined && first.length < lines) return null;
  const hash = createHash('sha256');
  for (const line of first) hash.update(`${line}\n`);
  return { linhas: first.length, sha256: hash.digest('hex') };
}

/** Appends erasures; they are on the disk when it returns. Mends a last line that was cut off. */
export function appendErasures(folder: string, erasures: readonly Erasure[]): void {
  const file = listIn(folder);
  const isNew = !existsSync(file);
  const cutOff = !isNew && !/(^|\n)$/.test(readFileSync(file, 'utf8')); // else never shorter: another process may append
  if (cutOff) {
    const whole = wholeLines(folder).reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
    truncateSync(file, whole);
  }
  const handle = openSync(file, 'a', 0o600);
  try {
    writeFileSync(handle, erasures.map(lineOf).join(''));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (isNew) syncFolder(dirname(file));
}

/** Each line ends with a sum of the rest, so that a changed one is noticed. */
function lineOf({ inscricao, o_que, envio, apagado_em, motivo, devolvida }: Erasure): string {
  const text = JSON.stringify({ inscricao, o_que, envio, apagado_em, motivo, devolvida }).slice(0, -1);
  return `${text}${sumOf(text)}\n`;
}

function sumOf(text: string): string {
  return `,"soma":"${createHash('sha256').update(text).digest('hex').slice(0, 8)}"}`;
}

const SUM_LENGTH = sumOf('').length;

function wholeLines(folder: string): string[] {
  if (!hasErasureList(folder)) return [];
  return readFileSync(listIn(folder), 'utf8').split('\n').slice(0, -1);
}
