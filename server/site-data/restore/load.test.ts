import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyPlace, openFilledSite, run } from '../../../tests/support/copies.ts';
import { folderForTests, newFolder } from '../../../tests/support/files.ts';
import { engines, forTests } from '../../../tests/support/server.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Transaction } from '../../core/database.ts';
import { readManifest } from '../copy/manifest.ts';
import { copyOut } from '../copy/tables.ts';
import { migrate } from '../open/migrate.ts';
import { load } from './load.ts';
import { isForBin } from './repeat-erasures.ts';
import * as documents from './restore-documents.ts';

const ENROLMENTS = 'public.inscricoes_projeto';

/** Indexes, constraints and triggers of the product's tables, with all that could be left off. */
async function rulesOf(client: Pick<Transaction, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ rule: string }>(`
    with tabelas as (
      select c.oid, c.oid::regclass::text as tabela from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'servidor'))
    select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready, i.indisreplident, i.indisclustered,
        obj_description(i.indexrelid)) as rule
      from pg_index i join tabelas t on t.oid = i.indrelid
    union all select concat_ws(' ', t.tabela, o.conname, pg_get_constraintdef(o.oid), o.convalidated)
      from pg_constraint o join tabelas t on t.oid = o.conrelid
    union all select concat_ws(' ', t.tabela, pg_get_triggerdef(g.oid), g.tgenabled)
      from pg_trigger g join tabelas t on t.oid = g.tgrelid where not g.tgisinternal
    order by 1`);
  return rows.map(({ rule }) => rule);
}

test('whom an undone import brought lies in the bin again, as a flood does', () => {
  const line = {
    inscricao: '',
    o_que: 'inscricao',
    envio: null,
    apagado_em: new Date().toISOString(),
  } as const;
  const lying = ['enxurrada', 'importacao', 'espera'].filter((motivo) => isForBin({ ...line, motivo }));
  expect(lying).toEqual(['enxurrada', 'importacao']);
});

describe.each(engines)('$name', (engine) => {
  const site = forTests(() => openFilledSite(engine));
  const place = forTests(() => emptyPlace(engine));
  const copies = folderForTests();
  let copy: string;
  beforeAll(async () => {
    copy = (await run('backup', ['--to', copies], site.environment)).lines.at(-1) ?? '';
  });

  test('a connection that ends before the rows of a table are read is what reading them throws', async () => {
    const client = new pg.Client(place.login);
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    const { bytes } = copyOut(client, { nome: 'pg_catalog.pg_proc', colunas: ['proname'] });
    (client as unknown as { connection: pg.Connection }).connection.stream.destroy(new Error('write EPIPE'));
    await ended;
    await new Promise((resolve) => setImmediate(resolve)); // past what is thrown when nobody listens
    await expect(bytes[Symbol.asyncIterator]().next()).rejects.toThrow('write EPIPE');
  });

  test('rows that an index refuses are refused by their table’s name, and nothing of them stays', async () => {
    const other = await emptyPlace(engine);
    const client = new pg.Client(other.login);
    await client.connect();
    try {
      await migrate(client);
      const before = await rulesOf(client);
      // the first enrolment once more, as another one with the same document
      const path = join(newFolder(), 'copia');
      cpSync(copy, path, { recursive: true });
      const table = join(path, `tabelas/${ENROLMENTS}.copy`);
      const [first = ''] = readFileSync(table, 'utf8').split('\n');
      appendFileSync(table, `${first.replace(/^[^\t]+/, randomUUID())}\n`);
      const nothing = { documents: [], erasures: [], newest: null, identity: null };
      const loading = load(client, { path, manifest: readManifest(path), ...nothing });
      await expect(loading).rejects.toMatchObject({
        name: 'Refused',
        parts: [`tabelas/${ENROLMENTS}.copy (PostgreSQL 23505)`],
      });
      expect(await rulesOf(client)).toEqual(before);
      expect((await client.query(`select from ${ENROLMENTS}`)).rowCount).toBe(0);
    } finally {
      await client.end();
      await other.close();
    }
  });

  test('every rule of the tables holds again afterwards, and meanwhile an owner is told how far it is', async () => {
    const lines: string[] = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { restoreDocuments } = documents;
    const watched = vi.spyOn(documents, 'restoreDocuments').mockImplementation(async (...args) => {
      vi.advanceTimersByTime(5_000); // as if the tables had taken so long
      await restoreDocuments(...args);
      vi.advanceTimersByTime(5_000);
    });
    const printed: string[] = [];
    const code = await runCommand('restore', [copy], place.environment, {
      print: (line) => void printed.push(line),
      readPassword: async () => '',
      tell: (line) => void lines.push(line),
    }).finally(() => {
      watched.mockRestore();
      vi.useRealTimers();
    });
    expect([code, printed[0]]).toEqual([
      0,
      expect.stringMatching(/^A cópia .* voltou, e cada tabela e documento confere/),
    ]);
    const files = site.rows.length;
    expect(lines).toEqual([
      'Conferindo o registro de acessos e o que foi apagado…',
      `Trazendo os documentos: ${files} de ${files} documentos (100 %)`,
    ]);
    const before = await site.server.database.asOwner(rulesOf);
    expect(before.filter((rule) => /^CREATE (UNIQUE )?INDEX/.test(rule)).length).toBeGreaterThan(50);
    expect(await rulesOf(place.client)).toEqual(before);
  });
});
