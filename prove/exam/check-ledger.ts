import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loadKeys } from '../../server/core/keys.ts';
import { isUuid } from '../../server/core/tokens.ts';
import { runningAt } from '../../server/postgres/cluster.ts';
import { check } from '../kill.ts';
import type { Entry, Ledger } from './ledger.ts';

/** Asks the running PostgreSQL of a data folder as its owner. */
export async function askOwner<Row extends object>(
  folder: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { ownerPassword } = loadKeys(folder, { jwtSecret: null, anonKey: null });
  const client = new pg.Client(runningAt(join(folder, 'postgresql'), ownerPassword));
  client.on('error', () => {}); // the rejected query is enough
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

type Row = { nome: string; situacao: string | null; version: string | null };

const ROWS = `
  select i.nome_completo as nome, a.situacao, o.version
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    left join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url)`;

/** What the data holds beyond the enrolments: files without a row, which the sweep may remove, and all files. */
export type Found = { enrolments: number; withoutRow: number; files: number };

/**
 * Throws unless every acknowledged enrolment is there once, with its document's bytes and the
 * situation that the desk was told last, nothing erased came back and nothing is there that
 * nobody sent. Families and desk may go on meanwhile, and the owner lets the desk erase as much again. Compares the bytes of documents
 * that were not compared yet, or of all.
 */
export async function checkLedger(folder: string, ledger: Ledger, all = false): Promise<Found> {
  const before = ledger.entries.map((entry) => ({ ...entry, unanswered: new Set(entry.unanswered), entry }));
  await askOwner(folder, 'select private.liberar_equipe()');
  const rows = await askOwner<Row>(folder, ROWS);
  const byName = new Map<string, Row[]>();
  for (const row of rows) byName.set(row.nome, [...(byName.get(row.nome) ?? []), row]);
  const sent = new Set(ledger.entries.map(({ name }) => name));
  check(
    rows.every(({ nome }) => sent.has(nome)),
    'no enrolment is there that nobody sent',
  );
  for (const { entry, ...then } of before) {
    const found = byName.get(entry.name) ?? [];
    check(found.length <= 1, `an enrolment is there once (found ${found.length})`);
    check(then.erased !== 'yes' || found.length === 0, 'what was erased did not come back');
    const [row] = found;
    if (!row) {
      const excused = !then.acknowledged || entry.erased !== 'no';
      check(excused, `an acknowledged enrolment is there (${entry.name})`);
      if (then.erased === 'asked') entry.erased = 'yes'; // from now on it may not come back
      continue;
    }
    checkSituation(row, then, entry);
    if (then.acknowledged && (all || !entry.compared)) checkDocument(folder, row, entry);
  }
  return { enrolments: rows.length, ...(await countFiles(folder)) };
}

function checkSituation({ situacao }: Row, then: Omit<Entry, 'compared'>, now: Entry): void {
  const possible = new Set([then.situation ?? 'nova', ...then.unanswered, now.situation, ...now.unanswered]);
  check(
    possible.has(situacao),
    `a decision that was answered is kept (${situacao}, not ${[...possible].join(' or ')})`,
  );
}

function checkDocument(folder: string, { version }: Row, entry: Entry): void {
  const file = join(folder, 'documents', version ?? '');
  const there = version !== null && existsSync(file);
  if (!there && entry.erased !== 'no') return; // erased since
  check(there, 'an acknowledged document is there');
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  check(hash === entry.hash, 'an acknowledged document is whole');
  entry.compared = true;
}

/** Files of documents, and how many of them no row knows. */
async function countFiles(folder: string): Promise<{ files: number; withoutRow: number }> {
  const files = readdirSync(join(folder, 'documents')).filter(isUuid);
  const rows = await askOwner<{ version: string }>(folder, 'select version from storage.objects');
  const known = new Set(rows.map(({ version }) => version));
  return { files: files.length, withoutRow: files.filter((name) => !known.has(name)).length };
}
