import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOn } from '../../kit/listen.ts';
import { openFilledSite, run } from '../../tests/support/copies.ts';
import { folderForTests } from '../../tests/support/files.ts';
import { copyFirstStart } from '../../tests/support/first-start.ts';
import { forTests } from '../../tests/support/server.ts';
import { readConfig } from '../core/config.ts';
import { VERSION } from '../core/sources.ts';
import { ownDataDir } from '../postgres/ownership.ts';
import { makeIdentity } from '../site-data/copy/encryption.ts';
import { examine } from './doctor.ts';

type Given = Parameters<typeof examine>[1];

const site = forTests(() => openFilledSite());
const folder = folderForTests();
const copies = join(folder, 'copies');
const envFile = join(folder, '.env');
let good: Record<string, string>;
let health: Awaited<ReturnType<typeof listenOn>>;
let answer: object = {};
const GOOD_GIVEN = () => ({ node: 'v24.9.0', samples: false, free: 20e9, envFile });
const query = (sql: string) => site.server.database.query(sql);

beforeAll(async () => {
  writeFileSync(envFile, 'JWT_SECRET=segredo', { mode: 0o600 });
  await run('backup', ['--to', copies], site.environment);
  health = await listenOn(createServer((_request, response) => response.end(JSON.stringify(answer))));
  const { port } = health;
  answer = { status: 'ok', versao: VERSION, codigos: [] };
  good = {
    ...site.environment,
    BACKUP_DIR: copies,
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    ALERT_URL: 'https://ntfy.example/tema',
  };
});
afterAll(() => health.close());

/** What is to do, as the owner reads it. */
async function openFindings(environment: Record<string, string> = {}, given: Given = {}): Promise<string[]> {
  const findings = await examine(readConfig({ ...good, ...environment }), { ...GOOD_GIVEN(), ...given });
  return findings.flatMap(({ level, says }) => (level === 'todo' ? [says] : []));
}

/** Spoils a file for the time of `work`. */
async function spoilt<T>(file: string, text: string, work: () => Promise<T>): Promise<T> {
  const before = readFileSync(file);
  writeFileSync(file, text);
  try {
    return await work();
  } finally {
    writeFileSync(file, before);
  }
}

test('a site in order has nothing to do, and nothing of it is changed', async () => {
  const { dataDir } = site.server.config;
  const asItIs = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode, mtimeMs } = statSync(join(dataDir, name));
      return `${name} ${mode} ${mtimeMs}`;
    });
  const before = asItIs();
  expect(await openFindings()).toEqual([]);
  expect(asItIs()).toEqual(before);
});

test('an empty folder where the disk of the copies was', async () => {
  const folder = join(copies, '../ligado');
  const environment = { BACKUP_DIR: folder };
  await run('backup', ['--to', folder], { ...site.environment, ...environment });
  renameSync(folder, `${folder}-tirado`);
  mkdirSync(folder);
  expect(await openFindings(environment)).toEqual([
    expect.stringMatching(`${folder} está vazia ou não existe, e já teve cópias.*Ligue-o`),
  ]);
});

test('copies that are no longer encrypted', async () => {
  const folder = join(copies, '../cifradas');
  const { recipient } = await makeIdentity();
  await run('backup', ['--to', folder], { ...site.environment, BACKUP_KEY: recipient });
  expect(await openFindings({ BACKUP_DIR: folder, BACKUP_KEY: recipient })).toEqual([]);
  expect(await openFindings({ BACKUP_DIR: folder })).toEqual([
    `As cópias em ${folder} estão cifradas, e as próximas não: ponha no .env BACKUP_KEY=${recipient}.`,
  ]);
});

/** Settings of the environment, in capitals, and what else the doctor is told. */
test.each<[string, object, RegExp]>([
  [
    'an old Node.js',
    { node: 'v25.9.0', now: new Date() },
    /Node\.js 25\.9\.0 não recebe correções.*instale o 24/,
  ],
  ['sample contacts', { samples: true }, /contatos de exemplo.*content\/brand\.ts/],
  ['load-test limits', { LIMITS: 'relaxed' }, /LIMITS=relaxed é só para testes/],
  ['no backups', { BACKUP_DIR: '' }, /Não há cópia de segurança: diga em BACKUP_DIR/],
  [
    'backups on a disk that is away',
    { BACKUP_DIR: '/nowhere/copias' },
    /\/nowhere\/copias, não existe: ligue o disco/,
  ],
  ['a disk nearly full', { free: 5e8 }, /Só há 476 MB livres.*libere espaço/],
  ['an open HOST without SITE_URL', { SITE_URL: '', HOST: '0.0.0.0' }, /falta SITE_URL/],
  ['a proxy without SITE_URL', { SITE_URL: '', TRUSTED_PROXIES: '127.0.0.1' }, /falta SITE_URL/],
  ['no HTTPS', { SITE_URL: 'http://site.invalid', TRUSTED_PROXIES: '::1' }, /pedem https/],
  ['no TRUSTED_PROXIES', { SITE_URL: 'https://site.invalid' }, /Falta TRUSTED_PROXIES.*como uma/],
  [
    'a way past the proxy',
    { SITE_URL: 'https://site.invalid', HOST: '0.0.0.0', TRUSTED_PROXIES: '::1' },
    /HOST=0\.0\.0\.0 deixa alcançar/,
  ],
  ['everybody trusted', { TRUSTED_PROXIES: '0.0.0.0/0' }, /confia em todo mundo/],
  [
    'a database elsewhere without TLS',
    { DATABASE_URL: 'postgres://eu:nada@banco.example/nada' },
    /outra máquina.*verify-full/,
  ],
  ['a folder of an own PostgreSQL without DATABASE_URL', { DATABASE_URL: '' }, /DATABASE_URL não diz qual/],
])('%s is told', async (_what, given, sentence) => {
  const some = (of: RegExp) => Object.fromEntries(Object.entries(given).filter(([name]) => of.test(name)));
  expect((await openFindings(some(/^[A-Z_]+$/), some(/[a-z]/))).join('\n')).toMatch(sentence);
});

const LISTED = 'update private.administradores set';
// Nothing else is told: what one case spoils is mended for the next.
test.each<[spoil: string, mend: string, RegExp]>([
  [
    `create table guardadas as table servidor.migracoes; delete from servidor.migracoes where nome like '%\\_redes.sql'`,
    'insert into servidor.migracoes table guardadas on conflict do nothing; drop table guardadas',
    /^O banco de dados é de outra versão do site/,
  ],
  [
    `insert into servidor.migracoes (nome, impressao) values ('20991231000001_depois.sql', 'x')`,
    `delete from servidor.migracoes where nome = '20991231000001_depois.sql'`,
    /não conhece \(2099/,
  ],
  [
    `${LISTED} desativado_em = now() where true`,
    `${LISTED} desativado_em = null where true`,
    /Ninguém da direção tem acesso.*npm run admin -- add/,
  ],
  [
    `${LISTED} papel = 'secretaria' where true`,
    `${LISTED} papel = 'direcao' where true`,
    /Ninguém da direção tem acesso/,
  ],
  [
    `insert into private.freio (motivo, inscricoes, de_inscricoes, documentos, de_documentos) values ('muitas', 30, 31, 0, 0)`,
    'delete from private.freio where unico',
    /^A limpeza por prazo parou.*--confirmo/,
  ],
  [
    `update servidor.migracoes set aplicada_em = now() - interval '15 days';
     select private.anotar_copia('copia', null, 1, 1, true)`,
    `update servidor.migracoes set aplicada_em = now(); delete from private.copias where true`,
    /ensaio de volta, não deu certo ou tem mais de 14 dias/,
  ],
  [
    `select private.anotar_copia('copia', 'sem_espaco', null, null)`,
    'delete from private.copias where true',
    /A última cópia, ou o seu ensaio de volta, não deu certo/,
  ],
])('what «%s» spoils is told', async (spoil, mend, sentence) => {
  await query(spoil);
  const found = await openFindings();
  await query(mend);
  expect(found).toEqual([expect.stringMatching(sentence)]);
});

test('files that others can read are told, and left as they are', async () => {
  const { dataDir } = site.server.config;
  const cases: [string, number, number, RegExp][] = [
    [dataDir, 0o755, 0o700, /alcançam .*: rode chmod 700 .*rotate/],
    [envFile, 0o644, 0o600, /leem senhas do \.env: rode chmod 600/],
  ];
  for (const [path, open, closed, sentence] of cases) {
    chmodSync(path, open);
    expect((await openFindings()).join('\n')).toMatch(sentence);
    expect(statSync(path).mode & 0o777).toBe(open);
    chmodSync(path, closed);
  }
});

test('an embedded PostgreSQL that does not answer', async () => {
  const dataDir = join(folder, 'data');
  await copyFirstStart(dataDir);
  const pid = join(dataDir, 'postgresql/postmaster.pid');
  writeFileSync(pid, `1\n${dataDir}\n0\n5432\n${folder}\n`); // where no socket is
  const release = ownDataDir(dataDir);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_DIR: '', PORT: '0' };
  expect((await openFindings(environment)).join()).toMatch(/O banco de dados não respondeu/);
  release();
});

test('a .env of root that the group of the site’s account reads is as the guide wants it', async () => {
  chmodSync(envFile, 0o640);
  const said = (await openFindings()).join('\n');
  chmodSync(envFile, 0o600);
  if (process.getuid?.() === 0) expect(said).toBe('');
  else expect(said).toMatch(/leem senhas do \.env/);
});

test('damaged, missing and foreign parts of the folder are told', async () => {
  const { dataDir } = site.server.config;
  const keys = join(dataDir, 'keys.json');
  const mine = join(dataDir, 'instalacao.json');
  expect((await spoilt(keys, '{"half', () => openFindings())).join()).toMatch(
    /keys\.json não pode ser lido\. Nada foi mudado\. .*rotate\.$/,
  );
  expect((await spoilt(mine, '{"half', () => openFindings())).join()).toMatch(
    /instalacao\.json está estragado/,
  );
  const strange = JSON.stringify({ jwtSecret: 'x'.repeat(40), ownerPassword: 'x' });
  expect((await spoilt(keys, strange, () => openFindings())).join()).toMatch(
    /chaves desta pasta .* não são as deste site/,
  );
  renameSync(keys, `${keys}.away`);
  expect((await openFindings()).join()).toMatch(/keys\.json não está lá/);
  expect(existsSync(keys)).toBe(false);
  renameSync(`${keys}.away`, keys);
  renameSync(join(dataDir, 'documents'), join(dataDir, 'away'));
  mkdirSync(join(dataDir, 'documents'), { mode: 0o700 });
  expect((await openFindings()).join()).toMatch(/Faltam documentos na pasta de dados/);
  rmSync(join(dataDir, 'documents'), { recursive: true });
  renameSync(join(dataDir, 'away'), join(dataDir, 'documents'));
  const owner = join(copies, 'instalacao.json');
  const other = JSON.stringify({ id: 'another', geracao: 1 });
  expect((await spoilt(owner, other, () => openFindings())).join()).toMatch(/cópias de outro site/);
});

test('what the running site says of itself is told once: its version, its troubles', async () => {
  answer = { status: 'ok', versao: '0.9.0', codigos: [] };
  expect((await openFindings()).join()).toMatch(/no ar é a versão 0\.9\.0.*pare e inicie de novo/);
  answer = { status: 'degraded', versao: VERSION, codigos: ['limpeza', 'copia', 'sem_copia_fora'] };
  await query(`update servidor.migracoes set aplicada_em = now() - interval '13 days'`);
  expect(await openFindings()).toEqual([
    expect.stringMatching(/^A limpeza de hora em hora/),
    expect.stringMatching(/^A cópia de segurança da noite está atrasada/),
    expect.stringMatching(/^Há mais de uma semana não se faz cópia/),
  ]);
  await query('update servidor.migracoes set aplicada_em = now()');
  answer = { status: 'ok', versao: VERSION, codigos: ['conta_desligada'] };
  expect(await openFindings()).toEqual([]);
  const notes = (await examine(readConfig(good), GOOD_GIVEN())).filter(({ level }) => level === 'note');
  expect(notes.map(({ says }) => says).join()).toMatch(/Alguém da equipe tirou o acesso/);
  for (const other of [{ status: 'ok', versao: VERSION }, { hello: 'world' }]) {
    answer = other; // as through a proxy; of another program
    expect(await openFindings()).toEqual([]);
  }
  answer = { status: 'ok', versao: VERSION, codigos: [] };
});

test('the command prints a line for each, ends with 1 when there is something to do, and needs a site', async () => {
  const { code, lines: printed } = await run('doctor', [], { ...good, LIMITS: 'relaxed' });
  expect(code).toBe(1);
  expect(printed).toContain('✗ LIMITS=relaxed é só para testes de carga: tire essa linha do .env.');
  expect(printed.at(-1)).toMatch(/A fazer: \d+\./);
  expect(printed.join('\n')).not.toMatch(/Família|@example\.com|segredo/);
});
