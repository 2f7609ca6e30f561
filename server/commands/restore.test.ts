import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { newPlace, openFilledSite, run } from '../../tests/support/copies.ts';
import { enrolled, get, rpc } from '../../tests/support/desk.ts';
import { pdf } from '../../tests/support/documents.ts';
import { hashesOf, newFolder } from '../../tests/support/files.ts';
import { forTests, portless, type TestServer } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { readConfig } from '../core/config.ts';
import { isUuid } from '../core/tokens.ts';
import { openServer } from '../main.ts';
import type { Pages } from '../pages.ts';
import type { ListedDocument } from '../site-data/copy/document-list.ts';
import { makeIdentity } from '../site-data/copy/encryption.ts';
import type { Manifest } from '../site-data/copy/manifest.ts';
import { restoreDocuments } from '../site-data/restore/restore-documents.ts';
import { watchHealth } from '../watch/health.ts';

// A copy gives back what it has, also when documents went from its folder.

const FAMILIES = 64;
const MISSING = 61;
const log = pino({ level: 'silent' });
const pages = new Map([['/', {}]]) as unknown as Pages;
const { identity, recipient } = await makeIdentity();
const site = forTests(() => openFilledSite());
beforeAll(async () => {
  while (site.rows.length < FAMILIES) site.rows.push(await enrolled(site.server, {}, pdf(600)));
});

/** A copy out of whose folder most documents went, and in which one has other bytes. */
async function partialCopy(environment: Record<string, string> = {}) {
  const folder = newFolder();
  const { lines } = await run('backup', ['--to', folder], { ...site.environment, ...environment });
  const files = readdirSync(join(folder, 'documents')).map((name) => join(folder, 'documents', name));
  for (const file of files.slice(0, MISSING)) rmSync(file);
  const [spoilt = ''] = files.slice(MISSING);
  const bytes = readFileSync(spoilt);
  bytes[300] = (bytes[300] ?? 0) ^ 1;
  writeFileSync(spoilt, bytes);
  return { folder, copy: lines.at(-1) ?? '', left: FAMILIES - MISSING - 1 };
}

const documentsOf = (dataDir: string) =>
  Object.fromEntries(Object.entries(hashesOf(join(dataDir, 'documents'))).filter(([name]) => isUuid(name)));

/** The server of a restored home. */
async function serve(DATA_DIR: string) {
  const said: string[] = [];
  const config = readConfig({ DATA_DIR, LIMITS: 'relaxed' });
  const opened = await openServer(config, pages, log, (line) => void said.push(line));
  return {
    ...opened,
    said,
    server: { ...opened.context, app: opened.app, ...portless(opened.app) } as unknown as TestServer,
  };
}

test('rows come back, what is missing or spoilt is listed, and the home starts and says so', async () => {
  const { copy, left } = await partialCopy();
  const DATA_DIR = join(newFolder(), 'data');
  const answer = await run('restore', [copy], { DATA_DIR });
  expect([answer.refusal, answer.code]).toEqual([null, 4]);
  const text = answer.lines.join('\n');
  expect(text).toMatch(new RegExp(`inscrições +${FAMILIES}\\n +documentos +${left}\\n`));
  expect(text).toContain(`Faltam ${MISSING + 1} documentos; as inscrições deles voltam inteiras:`);
  const file = join(DATA_DIR, 'documentos-que-faltam.txt');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const list = readFileSync(file, 'utf8').trim().split('\n');
  expect(list).toHaveLength(MISSING + 1);
  const line =
    /^protocolo (\d{8}), documento [0-9a-f-]{36}, de \d\d\/\d\d\/\d{4} \d\d:\d\d: (não está na cópia|está estragado na cópia, e não foi posto no lugar)$/;
  for (const each of list) expect(each).toMatch(line);
  expect(list.filter((each) => each.includes('estragado'))).toHaveLength(1);
  for (const each of list.slice(0, 10)) expect(text).toContain(each);
  const restored = documentsOf(DATA_DIR);
  expect(hashesOf(site.server.documentsDir)).toMatchObject(restored);
  expect(Object.keys(restored)).toHaveLength(left);

  const { said, server, app, close } = await serve(DATA_DIR);
  try {
    expect(said).toContain(`Faltam ${MISSING + 1} documentos na pasta de dados; o resto serve como sempre.`);
    const health = await app.request('/health');
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      codigos: ['documentos_faltando', 'texto_publico'],
    }); // the sample site publishes a photo
    const { token } = await signedIn(server, { administrator: true });
    const page = await rpc(server, token, 'lista_de_inscricoes', { filtro: {} });
    expect(page.status).toBe(200);
    const lost = new Set(list.map((each) => line.exec(each)?.[1]));
    const opens = { have: 0, lost: 0 };
    for (const { path, protocolo } of site.rows) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"expiresIn":60}',
      };
      const signed = (await (await get(server, token, path, init)).json()) as Record<string, string>;
      if (lost.has(protocolo)) expect(signed).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
      else expect((await app.request(`/storage/v1${signed.signedURL}`)).status).toBe(200);
      opens[lost.has(protocolo) ? 'lost' : 'have'] += 1;
    }
    expect(opens).toEqual({ have: left, lost: MISSING + 1 });
    await enrolled(server);
  } finally {
    await close();
  }
});

test('copies of such a home say so each time, hold all that it has, and come back too', async () => {
  const { copy, left } = await partialCopy();
  const [place, other] = [await newPlace(), await newPlace()];
  expect(await run('restore', [copy], place.environment)).toMatchObject({ refusal: null, code: 4 });
  const next = await run('backup', ['--to', newFolder()], place.environment);
  expect([next.code, next.lines.join('\n')]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`${FAMILIES} inscrições e ${left} documentos\\.[^]*Atenção: ${MISSING + 1} documentos`),
    ),
  ]);
  const again = await run('restore', [next.lines.at(-1) ?? ''], other.environment);
  expect([again.refusal, again.code, again.lines.join('\n')]).toEqual([
    null,
    4,
    expect.stringContaining('não está na cópia'),
  ]);
});

test('encrypted, and without the list of what was erased when that is said, too; a drill of it says so', async () => {
  const { folder, copy, left } = await partialCopy({ BACKUP_KEY: recipient });
  rmSync(join(folder, 'apagamentos.jsonl'));
  const key = join(newFolder(), 'chave');
  writeFileSync(key, identity);
  const args = [copy, '--identity', key, '--sem-lista'];
  const drilled = await run('restore', ['--drill', ...args], site.environment);
  expect([drilled.code, drilled.lines.join('\n')]).toEqual([
    4,
    expect.stringMatching(
      new RegExp(`está incompleta\\.\n[^]*inscrições +${FAMILIES}\n +documentos +${left}\n`),
    ),
  ]);
  const place = await newPlace();
  expect(await run('restore', args, place.environment)).toMatchObject({ refusal: null, code: 4 });
  expect(Object.keys(documentsOf(place.dataDir))).toHaveLength(left);
});

test('a document that is not what was sent, though it is what the copy’s list says, is never put in place', async () => {
  const [folder, dataDir] = [newFolder(), newFolder()];
  mkdirSync(join(folder, 'documents'));
  const versao = '00000000-0000-4000-8000-000000000001';
  writeFileSync(join(folder, 'documents', versao), 'outra coisa');
  const claro = { bytes: 11, sha256: '0'.repeat(64) };
  const document: ListedDocument = { versao, envio: null, criado_em: '', claro, guardado: claro };
  const copy = { path: join(folder, 'copia'), manifest: { destinatario: null } as Manifest, identity: null };
  await restoreDocuments([document], copy, dataDir);
  expect(document).toMatchObject({ guardado: null, falta: 'estragado_na_copia' });
  expect(readdirSync(join(dataDir, 'documents'))).toEqual([]);
});

test('the nightly copy of a site that has lost documents is a copy, and its drill has failed', async () => {
  const folder = newFolder();
  const nightly = () => run('backup', [], { ...site.environment, BACKUP_DIR: folder });
  const { query } = site.server.database;
  await query('delete from private.copias where numero > 0');
  const [file = ''] = readdirSync(site.server.documentsDir).filter(isUuid);
  const away = join(newFolder(), 'fora');
  renameSync(join(site.server.documentsDir, file), away);
  const answer = await nightly();
  renameSync(away, join(site.server.documentsDir, file));
  expect([answer.refusal, answer.code]).toEqual([null, 1]);
  expect(answer.lines.join('\n')).toContain('O ensaio achou a cópia incompleta: faltam 1 documentos.');
  const health = watchHealth({ ...site.server, config: { ...site.server.config, backupDir: folder } }, pages);
  await query(`update servidor.migracoes set aplicada_em = now() - interval '9 days' where true`);
  expect((await health.check()).codes).toEqual(['sem_copia_fora']); // a copy was made, on the data's disk: none is late
  const shown = await rpc(site.server, site.token, 'estado_das_copias');
  expect(shown.body[0]).toMatchObject({ copiedAt: expect.any(String), failed: 'ensaio', code: 'documentos' });
});
