import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BY_HAND } from '../../../content/erasing.ts';
import { SPARED_DAYS } from '../../../content/retention.ts';
import { hasTable, type Query } from './client.ts';
import { documentsIfWhole, readCopiedSite, readCopies } from './copies-folder.ts';
import { documentName, documentsIn, versionsThere } from './documents.ts';
import { appendErasures, type Erasure, hasErasureList, keyOf, readErasures } from './erasure-list.ts';

/** A folder that should be followed is not there, as when its disk is unplugged. */
export class FolderMissing extends Error {
  override name = 'FolderMissing';

  constructor(folder: string) {
    super(`a pasta ${folder} não está lá: o que foi apagado não chegou às cópias dela`);
  }
}

/**
 * Completes the list of erasures of a folder of copies, and removes the erased documents from the copies; one erased
 * by hand, when it cannot be brought back any more.
 * Call it at the start, after each erasure, at each backup and every hour; it does nothing when nothing is new.
 * A folder without copies yet is left alone. Throws FolderMissing when it is away, and never makes it; Refused for a
 * list that was changed.
 */
export async function followErasures({
  query,
  copies,
  now = new Date(),
}: {
  query: Query;
  copies: string;
  now?: Date;
}): Promise<void> {
  if (!existsSync(copies)) throw new FolderMissing(copies);
  const copied = readCopiedSite(copies);
  if (!copied) return;
  const all = await completeList(query, copies);
  await removeErased(query, copies, copied.id, all.filter(isOver(now)));
}

/**
 * Completes the list of erasures (`apagamentos.jsonl`) of a folder of copies, or of the data folder, where it is safe
 * while the copies are away: what the database or its bin has is appended where it is missing, and what the database
 * contradicts, because it lives there, is written as given back. Returns all that the list says then. Throws Refused
 * for one that was changed; with `damaged` its bad lines are left out.
 */
export async function completeList(query: Query, folder: string, damaged?: 'damaged'): Promise<Erasure[]> {
  const recorded = await readRecorded(query);
  const listed = readErasures(folder, damaged);
  const past = new Set(recorded.map(keyOf));
  const open = listed.filter((line) => !line.devolvida && !past.has(keyOf(line)));
  const untrue = (await findLiving(query, open)).map((line): Erasure => ({ ...line, devolvida: true }));
  const missing = missingIn(listed, [...recorded, ...untrue]);
  if (missing.length > 0 || !hasErasureList(folder)) appendErasures(folder, missing);
  return union([listed, missing]);
}

/** What the database has erased, and what lies in its bin, where its version has one. */
async function readRecorded(query: Query): Promise<Erasure[]> {
  const hasBin = await hasTable({ query } as never, 'private.lixeira');
  const { rows } = await query<Erasure>(
    `select inscricao_id::text as inscricao, o_que, envio::text as envio,
       to_char(apagado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as apagado_em, motivo
     from (select inscricao_id, o_que, envio, apagado_em, motivo from private.apagamentos
       ${hasBin ? `union all select inscricao_id, 'inscricao', envio, apagada_em, motivo from private.lixeira` : ''}) as a
     order by a.apagado_em, inscricao_id, o_que`,
  );
  return rows;
}

/** Those of these lines that the database contradicts: what they erase lives there, or lies in its bin since another moment. */
export async function findLiving(query: Query, lines: readonly Erasure[]): Promise<Erasure[]> {
  if (lines.length === 0) return [];
  const { rows } = await query<{ n: number }>(
    `select l.n from jsonb_to_recordset($1) as l (n integer, inscricao uuid, o_que text, apagado_em timestamptz)
     where case l.o_que when 'inscricao'
       then exists (select from private.acompanhamentos a
         where a.inscricao_id = l.inscricao and (to_jsonb(a) ->> 'apagada_em')::timestamptz is distinct from l.apagado_em)
       else exists (select from public.inscricoes_projeto i where i.id = l.inscricao and i.cadastro_unico_url is not null
           and not exists (select from private.apagamentos d where d.inscricao_id = i.id and d.o_que = 'documento'))
         or exists (select from private.documentos_novos d where d.envio = l.inscricao and d.recebido_em <= l.apagado_em) end`,
    [JSON.stringify(lines.map((line, n) => ({ ...line, n })))],
  );
  return rows.map(({ n }) => lines[n] as Erasure);
}

/** Each erasure once, with all that any list says of it. */
export function union(lists: readonly (readonly Erasure[])[]): Erasure[] {
  const found = new Map<string, Erasure>();
  for (const erasure of lists.flat()) found.set(keyOf(erasure), { ...found.get(keyOf(erasure)), ...erasure });
  return [...found.values()];
}

/** What a list does not say yet of these erasures. */
export function missingIn(listed: readonly Erasure[], erasures: readonly Erasure[]): Erasure[] {
  const known = new Map(union([listed]).map((erasure) => [keyOf(erasure), erasure]));
  return erasures.filter((erasure) => {
    const there = known.get(keyOf(erasure));
    return !there || (erasure.devolvida && !there.devolvida);
  });
}

/** True when somebody at the desk erased it, by the reason in its line. */
export function isByHand({ motivo }: Erasure): boolean {
  return motivo !== undefined && BY_HAND.includes(motivo);
}

/**
 * True for what may leave the copies: at once, but for an erasing by hand, which can be taken back
 * for some days. As `private.documentos_em_espera` counts them: a clock that was ahead keeps none for years.
 */
function isOver(now: Date): (erasure: Erasure) => boolean {
  const wait = SPARED_DAYS * 86_400_000;
  return (erasure) => !isByHand(erasure) || Math.abs(now.getTime() - Date.parse(erasure.apagado_em)) > wait;
}

/** When a document was last erased, by its `envio`; not of what was given back. */
export function erasedAt(erasures: readonly Erasure[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const { envio, apagado_em, devolvida } of erasures)
    if (envio !== null && !devolvida && (last.get(envio) ?? '') < apagado_em) last.set(envio, apagado_em);
  return last;
}

/** Removes erased documents that lie in a folder of copies; one that the database still has was sent again. */
async function removeErased(
  query: Query,
  folder: string,
  id: string,
  erasures: readonly Erasure[],
): Promise<void> {
  const times = erasedAt(erasures);
  const found = new Map<string, string>();
  for (const copy of times.size > 0 ? readCopies(folder, id) : [])
    for (const { versao, envio, criado_em } of (await documentsIfWhole(copy)) ?? []) {
      const path = join(documentsIn(folder), documentName(versao, copy.manifest.destinatario));
      const erased = envio !== null && (times.get(envio) ?? '') >= criado_em;
      if (erased && existsSync(path)) found.set(path, versao);
    }
  const there = await versionsThere(query, [...found.values()]);
  for (const [path, versao] of found) if (!there.has(versao)) await rm(path, { force: true });
}
