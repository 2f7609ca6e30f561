import type pg from 'pg';
import { named, Refused } from '../../core/refused.ts';
import type { SqlFile } from '../../core/sources.ts';
import { VERSION } from '../../core/sources.ts';
import { readRow } from './installation.ts';
import { type Ledger, OWN_LEDGER } from './ledger.ts';
import {
  BASELINE,
  CODE,
  CODE_HASH,
  DROP_CODE,
  hashOf,
  isProductFile,
  MIGRATIONS,
  sinceBaseline,
} from './migrations.ts';

/** What was applied does not fit this version; what the start prints then. The data is whole, and no sentence may say to part with it. */
export class OtherVersion extends Refused {
  override name = 'OtherVersion';
}

/** A file of SQL failed, and none was kept. */
export class MigrationFailed extends Refused {
  override name = 'MigrationFailed';

  /** `before` is the version that served this database last, null where nobody knows. */
  constructor(file: string, cause: unknown, before: string | null) {
    const { code } = cause as { code?: string };
    super(
      `A migração ${file} não pôde ser aplicada (PostgreSQL ${code ?? 'parou'}), e nada mudou. Inicie de novo; ` +
        `se não passar, com a versão anterior do site${named(before)}, que continua a servir, e peça ajuda com este nome.`,
      { cause },
    );
  }
}

/**
 * Brings a database to this version, all in one transaction: the migrations that are missing, and the code,
 * where its text is another. Several may start at once: one migrates, the others wait. Throws OtherVersion, before it
 * changes anything, when a migration was applied that is not here or whose text was another one;
 * MigrationFailed at the first file that PostgreSQL refuses or does not finish.
 */
export async function migrate(client: pg.ClientBase, ledger = OWN_LEDGER): Promise<void> {
  await inTurn(client, async () => {
    if ((await missingMigrations(client, ledger)).length === 0 && (await hasCode(client))) return;
    await atOnce(client, () => bringUp(client, ledger));
  });
}

/** As `migrate`, in the transaction of whoever calls it; it is rolled back when this throws. */
export async function bringUp(client: pg.ClientBase, ledger = OWN_LEDGER): Promise<void> {
  const missing = await missingMigrations(client, ledger);
  await apply(client, DROP_CODE);
  await applyMigrations(client, missing, ledger);
  for (const file of CODE) await apply(client, file);
  await client.query(`comment on view private.atos is '${CODE_HASH}'`); // it goes with the code
}

/**
 * Makes the tables of a version that has these migrations, without code, in place of those that an empty site
 * has: `bringUp` does the rest when they have their rows.
 */
export async function makeTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  const wanted = sinceBaseline(new Map(names.map((name) => [name, null])));
  await inTurn(client, () =>
    atOnce(client, async () => {
      await apply(client, DROP_CODE);
      await client.query(
        'drop table if exists public.inscricoes_projeto cascade; drop schema if exists private cascade',
      );
      const products = [...(await OWN_LEDGER.read(client)).keys()].filter(isProductFile);
      if (products.length > 0) await OWN_LEDGER.remove(client, products);
      const missing = await missingMigrations(client);
      await applyMigrations(
        client,
        missing.filter(({ name }) => wanted?.has(name)),
      );
    }),
  );
}

/** Those that a database lacks, in order. Throws OtherVersion. */
export async function missingMigrations(client: pg.ClientBase, ledger = OWN_LEDGER): Promise<SqlFile[]> {
  const files = MIGRATIONS.filter(({ name }) => ledger.applies(name));
  const applied = sinceBaseline(await ledger.read(client));
  if (!applied)
    throw new OtherVersion(
      'Este banco de dados é de uma versão do site anterior à 1.2, e nada nele foi mudado. ' +
        `Traga-o primeiro à versão 1.2${named('1.2.0')}, como ela diz, e depois a esta.`,
    );
  const unknown = [...applied.keys()].filter((name) => !files.some((known) => known.name === name));
  if (unknown.length > 0)
    throw new OtherVersion(
      `Este banco de dados tem uma migração que esta versão do site não conhece (${unknown[0]}), e nada nele foi mudado. ` +
        `Os dados estão inteiros: use a versão que fez o banco${named(await servedBy(client))}, ` +
        'ou volte à anterior como docs/operar.md diz em «Atualizar».',
    );
  const changed = files.find(({ name, sql }) => applied.has(name) && applied.get(name) !== hashOf(sql));
  if (changed)
    throw new OtherVersion(
      `A migração ${changed.name}, que este banco já tem, está com outro texto nesta pasta do site, e nada no banco foi mudado. ` +
        `Os dados estão inteiros: traga de novo os arquivos desta versão${named(VERSION)}, ou use a que fez o banco.`,
    );
  return files.filter(({ name }) => !applied.has(name));
}

/** Whether the functions, views, triggers, policies and grants are those of this version. */
export async function hasCode(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hash: string | null }>(
    `select obj_description(to_regclass('private.atos'), 'pg_class') as hash`,
  );
  return rows[0]?.hash === CODE_HASH;
}

/** The version that served this database last; null where nobody knows. */
async function servedBy(client: pg.ClientBase): Promise<string | null> {
  return (await readRow(client))?.versao ?? null;
}

/** Runs `work` while nobody else migrates this database. */
async function inTurn(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtext('construindo-campeoes migrations'))`);
  try {
    await work();
  } finally {
    // over a connection that was cut the lock is gone already
    await client
      .query(`select pg_advisory_unlock(hashtext('construindo-campeoes migrations'))`)
      .catch(() => {});
  }
}

/** Applies these and writes them down; the names of 1.2.0's become the baseline's. */
async function applyMigrations(
  client: pg.ClientBase,
  missing: readonly SqlFile[],
  ledger: Ledger = OWN_LEDGER,
): Promise<void> {
  await client.query(ledger.make);
  const applied = await ledger.read(client);
  const since = sinceBaseline(applied) ?? applied;
  const replaced = [...applied.keys()].filter((name) => !since.has(name));
  if (replaced.length > 0) {
    await ledger.remove(client, replaced);
    await ledger.add(client, MIGRATIONS.find(({ name }) => name === BASELINE) as SqlFile);
  }
  for (const file of missing) {
    await apply(client, file);
    await ledger.add(client, file);
  }
}

/** All or none, so that the version before still serves when it fails. */
async function atOnce(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a cut connection has rolled back
    throw error;
  }
}

/** Runs a file in an open transaction, which ends when the file fails. */
async function apply(client: pg.ClientBase, { name, sql }: SqlFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    await client.query('rollback').catch(() => {}); // to ask once more
    throw new MigrationFailed(name, error, await servedBy(client).catch(() => null));
  }
}
