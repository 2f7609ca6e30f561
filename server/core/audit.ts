import type { Caller, Database, Transaction } from './database.ts';

/** Kind of read, as private.auditoria stores it. */
export type Reading = 'viu_lista' | 'viu_ficha' | 'abriu_documento';

/** Details of an entry: short codes and small numbers; the database refuses text that could name a person. */
export type Details = Record<string, string | number | boolean | string[]>;

/**
 * Records that an administrator is about to read something; wait for it before anything is shown.
 * Records nothing for other callers, to whom the policies show nothing. An opened
 * document is on disk at once, anything else within a second. Throws when the entry
 * cannot be written: then nothing may be shown.
 */
export async function recordRead(
  database: Database,
  caller: Caller,
  reading: Reading,
  about: { enrolment?: string; document?: string; details?: Details } = {},
): Promise<void> {
  if (caller.role !== 'authenticated') return;
  const write = reading === 'abriu_documento' ? database.query : database.queryWithoutFlush;
  await write('select private.anotar_leitura($1, $2, $3, $4, $5)', [
    JSON.stringify(caller.claims),
    reading,
    about.enrolment ?? null,
    about.document ?? null,
    JSON.stringify(about.details ?? {}),
  ]);
}

/** Records, as `recordRead` does, that an administrator is about to see the sheets of these enrolments. */
export async function recordSheets(
  database: Database,
  caller: Caller,
  enrolments: readonly string[],
): Promise<void> {
  if (caller.role !== 'authenticated') return;
  await database.queryWithoutFlush('select private.anotar_fichas($1, $2)', [
    JSON.stringify(caller.claims),
    enrolments,
  ]);
}

/** Records, before any byte is sent, that a document's link was opened by an unknown holder; `document` is the object's name. */
export async function recordDownload(database: Database, document: string): Promise<void> {
  await database.query(
    `select private.anotar('baixou_documento', null, null, private.inscricao_do_documento($1), private.qual_documento($1))`,
    [document],
  );
}

/** Records that the caller removes a document, with its enrolment's protocol; call it inside the removal. */
export async function recordRemoval(database: Database, caller: Caller, document: string): Promise<void> {
  await database.query(
    `select private.anotar('apagou_documento', $1, protocolo => private.protocolo(private.envio_do_documento($2)))`,
    [caller.claims.sub ?? null, document],
  );
}

/** Records an action; call it last in the transaction of the action. `by` is the account, null for a command or an unknown person. */
export async function recordAction(
  tx: Pick<Transaction, 'query'>,
  action: string,
  {
    by = null,
    account = null,
    details = {},
  }: { by?: string | null; account?: string | null; details?: Details },
): Promise<void> {
  await tx.query('select private.anotar($1, $2, $3, null, $4)', [
    action,
    by,
    account,
    JSON.stringify(details),
  ]);
}
