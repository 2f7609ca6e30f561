import type { Caller, Database, Transaction } from './database.ts';

/** What an administrator read, as private.auditoria names it. */
export type Reading = 'viu_lista' | 'viu_ficha' | 'abriu_documento';

/** What a line adds: short codes and small numbers; the database refuses anything that could name a person. */
export type Details = Record<string, string | number | boolean | string[]>;

/**
 * Writes that an administrator is about to read something, before it is read; for
 * anybody else writes nothing, because the policies show them nothing. A document
 * is on the disk at once, anything else within a second. Throws when the line
 * cannot be written: what is not noted is not shown.
 */
export async function noteReading(
  database: Database,
  caller: Caller,
  reading: Reading,
  about: { enrolment?: string; document?: string; details?: Details } = {},
): Promise<void> {
  if (caller.role !== 'authenticated') return;
  const write = reading === 'abriu_documento' ? database.query : database.querySoon;
  await write('select private.anotar_leitura($1, $2, $3, $4, $5)', [
    JSON.stringify(caller.claims),
    reading,
    about.enrolment ?? null,
    about.document ?? null,
    JSON.stringify(about.details ?? {}),
  ]);
}

/** Writes that a document's link was opened, by whoever held it, before the bytes go; `document` is the object's name. */
export async function noteDownload(database: Database, document: string): Promise<void> {
  await database.query(
    `select private.anotar('baixou_documento', null, null, (
       select id from public.inscricoes_projeto
       where private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)) = private.envio_do_documento($1)))`,
    [document],
  );
}

/** Writes that the caller removed a document, named by its enrolment's protocol; before it is removed for good. */
export async function noteRemoval(database: Database, caller: Caller, document: string): Promise<void> {
  await database.query(
    `select private.anotar('apagou_documento', $1, protocolo => private.protocolo(private.envio_do_documento($2)))`,
    [caller.claims.sub ?? null, document],
  );
}

/** Writes what was done, inside the transaction that does it; call it last there. `by` is the account that did it, null for a command or somebody unknown. */
export async function noteDeed(
  tx: Pick<Transaction, 'query'>,
  deed: string,
  {
    by = null,
    account = null,
    details = {},
  }: { by?: string | null; account?: string | null; details?: Details },
): Promise<void> {
  await tx.query('select private.anotar($1, $2, $3, null, $4)', [deed, by, account, JSON.stringify(details)]);
}
