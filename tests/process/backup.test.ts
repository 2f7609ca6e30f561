import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { readInstallation, writeInstallation } from '../../server/core/installation.ts';
import { lockBackups } from '../../server/site-data/copy/make-copy.ts';
import { readManifest } from '../../server/site-data/copy/manifest.ts';
import { takeSnapshot } from '../../server/site-data/copy/snapshot.ts';
import { NOT_COPIED } from '../../server/site-data/copy/tables.ts';
import { announceServer } from '../../server/site-data/open/live-server.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { expectDone, expectRefused, newPlace, openFilledSite, run, tablesAt } from '../support/copies.ts';
import { enrolled } from '../support/desk.ts';
import { pdf } from '../support/documents.ts';
import { hashesOf, newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { embedded, engines } from '../support/server.ts';

type Site = Awaited<ReturnType<typeof openFilledSite>>;

let site: Site;
let folder = '';
const documentsOf = (dataDir: string) =>
  Object.fromEntries(
    Object.entries(hashesOf(join(dataDir, 'documents'))).filter(([name]) => name !== 'instalacao'),
  );
/** Backs up to `folder`; the copy's folder. */
const backUp = async (...args: string[]) => {
  const made = await run('backup', args.length ? args : ['--to', folder], site.environment);
  expectDone(made);
  return made.lines.at(-1) as string;
};

const ways = engines.map((from, at) => ({ from, to: engines[(at + 1) % engines.length] as typeof from }));

describe.each(ways.map(({ from, to }) => ({ name: `${from.name} to ${to.name}`, from, to })))(
  'a copy from $name',
  ({ from, to }) => {
    beforeAll(async () => {
      site = await openFilledSite(from);
    });
    afterAll(() => site.server.close());

    test('is the whole site: tables to the byte, documents, passwords, what sequences give next', async () => {
      folder = newFolder();
      const before = await tablesAt(site.server.login);
      const place = await newPlace(to);
      const restored = await run('restore', [await backUp()], place.environment);
      expectDone(restored);
      expect(restored.lines.join('\n')).toMatch(
        /inscrições +5\n {2}documentos +5\n {2}apagados de novo +0\n {2}de novo na lixeira +0\n.*confere até a linha \d+/,
      );
      const after = await tablesAt(place.login);
      const audited = ['private.auditoria', 'private.auditoria_pontas']; // one entry more
      for (const name of Object.keys(before).filter((name) => !audited.includes(name)))
        expect([name, after[name]]).toEqual([name, before[name]]);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      const { rows: found } = await place.client.query(
        `select (select array_agg(texto) from private.marcas) as lines,
           (select array_agg(concat_ws(' ', renovacao, cadunico_atualizado)) from private.acompanhamentos where renovacao_em is not null) as renewals,
           (select count(*)::integer from private.fotos_do_site) as photos`,
      );
      expect(found).toEqual([
        { lines: ['A tia Rosa'], renewals: expect.arrayContaining(['sim f']), photos: 2 },
      ]);
      expect(documentsOf(place.dataDir)).toEqual(documentsOf(site.environment.DATA_DIR));

      const { rows: lines } = await place.client.query(
        `select acao, detalhes, (select count(*)::integer from private.falhas_da_auditoria()) as falhas
         from private.auditoria order by numero desc limit 1`,
      );
      expect(lines).toEqual([
        { acao: 'restaurou', detalhes: { inscricoes: 5, documentos: 5, apagadas: 0 }, falhas: 0 },
      ]);
      const { rows: next } = await place.client.query<{ id: string; most: string }>(
        `select nextval('private.historico_id_seq') as id, (select max(id) from private.historico) as most`,
      );
      expect(Number(next[0]?.id)).toBe(Number(next[0]?.most) + 1);
      expect(readInstallation(place.dataDir)).toMatchObject({
        id: readInstallation(site.environment.DATA_DIR)?.id,
        geracao: 2,
      });
      expect(readInstallation(place.dataDir)?.restaurando).toBeUndefined();

      const old = await run('backup', ['--to', folder], site.environment);
      expectRefused(old, /^A pasta \S+ já guarda as cópias de quem voltou depois/);
    });
  },
);

describe.each(embedded)('a copy on $name', (engine) => {
  beforeAll(async () => {
    site = await openFilledSite(engine);
  });
  afterAll(() => site.server.close());

  test('has every table of the product, or the list says why not', async () => {
    folder = newFolder();
    const manifest = readManifest(await backUp());
    const rows = await site.server.rows<{ name: string }>(`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const copied = manifest.tabelas.map(({ tabela }) => tabela);
    const dropped = ['servidor.enderecos_conhecidos']; // only a copy of 1.2 finds it
    const known = [...copied, ...NOT_COPIED].filter((name) => !dropped.includes(name));
    expect(known.sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const name of NOT_COPIED) expect(copied).not.toContain(name);
  });

  test('is restored into an embedded site that was only started, and everybody signs in with the same password', async () => {
    folder = newFolder();
    const path = await backUp();
    const above = newFolder();
    const DATA_DIR = join(above, 'data');
    await copyFirstStart(DATA_DIR);
    expectDone(await run('restore', [path], { DATA_DIR }));
    const opened = await openDatabase(readConfig({ DATA_DIR }), pino({ level: 'silent' }));
    const { rows } = await opened.database.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where email = $1',
      [site.email],
    );
    const { verifyPassword } = await import('../../server/auth/passwords.ts');
    expect(await verifyPassword(rows[0]?.encrypted_password ?? '', 'uma senha de teste')).toBe(true);
    await opened.close();
    expect(documentsOf(DATA_DIR)).toEqual(documentsOf(site.environment.DATA_DIR));
    // It has enrolments now: nothing is put over it.
    const again = await run('restore', [path], { DATA_DIR });
    expectRefused(again, /só volta para um lugar vazio\. Nada foi mudado/);
  });

  test('is one moment: rows that arrive meanwhile are in all of its tables or in none', async () => {
    const client = new pg.Client(site.server.login);
    await client.connect();
    let arriving = true;
    const arrivals = (async () => {
      while (arriving) await enrolled(site.server, {}, pdf(500));
    })();
    for (let round = 0; round < 3; round += 1) {
      const { tabelas } = await takeSnapshot(client, newFolder());
      const rows = (name: string) => tabelas.find(({ tabela }) => tabela === name)?.linhas;
      expect(rows('private.acompanhamentos')).toBe(rows('public.inscricoes_projeto'));
      expect(rows('private.consentimentos')).toBe(rows('public.inscricoes_projeto'));
    }
    arriving = false;
    await arrivals;
    await client.end();
  });

  test('is made by one at a time; one that was killed, whatever it waited for, holds nobody up', async () => {
    folder = newFolder();
    const client = new pg.Client(site.server.login);
    await client.connect();
    await lockBackups(client);
    const second = await run('backup', ['--to', folder], site.environment);
    expectRefused(second, /^Outra cópia de segurança deste site está em andamento/);
    expect(readdirSync(folder)).toEqual([]);
    const server = await announceServer(site.server.login);
    await server.settle();
    const back = await run('backup', ['--voltar'], site.environment);
    expectRefused(back, /^O site está no ar neste banco de dados\. Nada foi mudado/);
    await server.end();
    client.on('error', () => {});
    client.query('select pg_sleep(300)').catch(() => {});
    client.connection.stream.destroy();
    await backUp();
  });

  test('is not made into another site’s folder, into DATA_DIR, or nowhere', async () => {
    folder = newFolder();
    const { DATA_DIR } = site.environment;
    expect((await run('backup', [], site.environment)).code).toBe(2);
    expect((await run('backup', ['--to', join(DATA_DIR, 'copias')], site.environment)).refusal).toMatch(
      /dentro de DATA_DIR/,
    );
    await backUp();
    const was = readInstallation(DATA_DIR);
    if (!was) throw new Error('no installation');
    writeInstallation(DATA_DIR, { ...was, id: '00000000-0000-4000-8000-000000000009' });
    const other = await run('backup', ['--to', folder], site.environment);
    writeInstallation(DATA_DIR, was);
    expectRefused(other, /cópias de outro site\. Nada foi copiado/);
    expect(await site.server.rows('select codigo from private.copias order by numero desc limit 1')).toEqual([
      { codigo: 'pasta_de_outro_site' },
    ]);
  });

  test('says which documents the site has lost, and copies all others', async () => {
    folder = newFolder();
    const [absent, other, third] = await Promise.all([0, 1, 2].map(() => enrolled(site.server)));
    const rows = await site.server.rows<{ version: string }>(
      'select version from storage.objects where name = any ($1) order by array_position($1, name)',
      [absent?.key, other?.key, third?.key],
    );
    const [lost, changed, saved] = rows.map(({ version }) => version) as [string, string, string];
    const files = site.server.documentsDir;
    rmSync(join(files, lost));
    writeFileSync(join(files, changed), 'outra coisa');
    const made = await run('backup', ['--to', folder], site.environment);
    expect(made.code).toBe(1);
    expect(made.lines.join('\n')).toMatch(/Atenção: 2 documentos do site faltam ou foram estragados/);
    expect(existsSync(made.lines.at(-1) ?? '')).toBe(true);
    const copied = readdirSync(join(folder, 'documents'));
    expect([lost, changed, saved].map((name) => copied.includes(name))).toEqual([false, false, true]);
    // One that an earlier copy has is still in the next, though the site has lost it since.
    rmSync(join(files, saved));
    const next = await run('backup', ['--to', folder], site.environment);
    expect(next.lines.join('\n')).toMatch(/Atenção: 3 documentos do site faltam/);
    expect(readdirSync(join(folder, 'documents'))).toContain(saved);
    rmSync(join(files, changed));
    await site.server.database.query('delete from storage.objects where version = any ($1)', [
      [lost, changed, saved],
    ]);
  });

  test('that was cut off is none, and the next one removes what it left, and nothing of anybody else', async () => {
    folder = newFolder();
    await backUp();
    const unfinished = join(folder, '.incompleta-copia-2026-01-01T00-00-00Z-abcd');
    mkdirSync(join(unfinished, 'tabelas'), { recursive: true });
    writeFileSync(join(unfinished, 'tabelas/public.x.copy'), 'half');
    const strange = join(folder, '.incompleta-fotos');
    mkdirSync(strange);
    writeFileSync(join(strange, 'festa.jpg'), '');
    const part = join(folder, 'documents/00000000-0000-4000-8000-000000000001.part');
    writeFileSync(part, 'half');
    const unlisted = join(folder, 'documents/00000000-0000-4000-8000-000000000002');
    writeFileSync(unlisted, 'of a copy that was cut off');
    const staged = join(site.environment.DATA_DIR, 'copia-a-cifrar-0123abcd');
    mkdirSync(staged);
    const place = await newPlace(engine);
    expect((await run('restore', [unfinished], place.environment)).refusal).toMatch(
      /^A cópia \S+ não está inteira/,
    );
    await backUp();
    expect([unfinished, part, unlisted, staged, strange].filter((path) => existsSync(path))).toEqual([
      strange,
    ]);
  });

  test('is made though the list of an older one was damaged, whose documents then stay', async () => {
    folder = newFolder();
    writeFileSync(join(await backUp(), 'documentos.jsonl'), '{');
    const unlisted = join(folder, 'documents/00000000-0000-4000-8000-000000000003');
    writeFileSync(unlisted, 'perhaps of the damaged one');
    await backUp();
    expect(existsSync(unlisted)).toBe(true);
  });
});
