import { createHash, randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, type Submission, submit } from '../../kit/family.ts';
import type { Site } from '../../kit/site.ts';
import { isUuid } from '../../server/core/tokens.ts';
import { check } from '../kill.ts';
import { askOwner } from '../owner-client.ts';

/** Returns the site's present address, which changes with each start unless the port is given. */
export type CurrentSite = () => Site;

/** What a family and the desk were told about one enrolment, and what they were not told. */
export type Entry = {
  uuid: string;
  name: string;
  /** SHA-256 of the document. */
  hash: string;
  acknowledged: boolean;
  /** As the desk was last told; null: nobody decided. */
  situation: string | null;
  /** Asked for since, without an answer: it may be so or not. */
  unanswered: Set<string>;
  erased: 'no' | 'asked' | 'yes';
  /** Its document's bytes were compared. */
  compared: boolean;
};

const STATE = { acknowledged: false, situation: null, erased: 'no', compared: false } as const;

/** Everything that was sent in one run; a server's data is compared with it. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** How many decisions and erasures were acknowledged. */
  decided = 0;
  erased = 0;

  begin({ id, row, hash }: Submission): Entry {
    const entry: Entry = { uuid: id, name: row.nome_completo, hash, unanswered: new Set(), ...STATE };
    this.entries.push(entry);
    return entry;
  }

  get acknowledged(): Entry[] {
    return this.entries.filter(({ acknowledged }) => acknowledged);
  }

  /** Acknowledged, and nobody asked for their erasure. */
  get standing(): Entry[] {
    return this.acknowledged.filter(({ erased }) => erased === 'no');
  }
}

/** Work that goes on until `stop`, which waits for what has begun, beside what is done to the server. Both throw what it has thrown. */
export type Background = { check: () => void; stop: () => Promise<void> };

/** Runs `work`, which ends soon after `open()` is false. */
export function inBackground(work: (open: () => boolean) => Promise<unknown>): Background {
  let open = true;
  let failure: unknown = null;
  const working = work(() => open).catch((error: unknown) => {
    failure = error;
  });
  const check = () => {
    if (failure !== null) throw failure;
  };
  return {
    check,
    stop: async () => {
      open = false;
      await working;
      check();
    },
  };
}

/** One family, until it is acknowledged. */
export async function enrolOnce(ledger: Ledger, place: CurrentSite, bytes = 8_000) {
  const submission = makeSubmission(ledger.entries.length, bytes + randomInt(bytes));
  const entry = ledger.begin(submission);
  await submit(place, submission);
  entry.acknowledged = true;
  return entry;
}

/** Families enrol one after the other, each until it is acknowledged, until `stop`, which waits for the last. */
export const startFamilies = (
  ledger: Ledger,
  place: CurrentSite,
  { families = 6, pauseMs = 400, bytes = 8_000 } = {},
): Background =>
  inBackground((open) => {
    const family = async () => {
      while (open()) {
        await enrolOnce(ledger, place, bytes);
        await pause(randomInt(pauseMs + 1) * 2);
      }
    };
    return Promise.all(Array.from({ length: families }, family));
  });

type Row = { nome: string; situacao: string | null; version: string | null };

const ROWS = `
  select i.nome_completo as nome, a.situacao, o.version
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    left join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url)
  where a.apagada_em is null`; // in the bin it is gone for everybody

/** What the data holds beyond the enrolments: files without a row, which the sweep may remove, and all files. */
export type LedgerCounts = { enrolments: number; withoutRow: number; files: number };

/**
 * Throws unless every acknowledged enrolment is there once, with its document's bytes and the
 * situation that the desk was told last, nothing erased came back and nothing is there that
 * nobody sent. Families and desk may go on meanwhile. Compares the bytes of documents that were not compared
 * yet, or of all.
 */
export async function checkLedger(folder: string, ledger: Ledger, all = false): Promise<LedgerCounts> {
  const before = ledger.entries.map((entry) => ({ ...entry, unanswered: new Set(entry.unanswered), entry }));
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
    const possible = new Set([
      then.situation ?? 'nova',
      ...then.unanswered,
      entry.situation,
      ...entry.unanswered,
    ]);
    check(
      possible.has(row.situacao),
      `a decision that was answered is kept (${row.situacao}, not ${[...possible].join(' or ')})`,
    );
    if (then.acknowledged && (all || !entry.compared)) checkDocument(folder, row, entry);
  }
  return { enrolments: rows.length, ...(await countFiles(folder)) };
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
