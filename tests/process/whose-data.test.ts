import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../server/commands/run-command.ts';
import { readConfig } from '../../server/core/config.ts';
import { readInstallation } from '../../server/core/installation.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { hashesOf, newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';

// What an owner does to a data folder by mistake: the start says one thing and changes nothing.

const log = pino({ level: 'silent' });
let above = '';
let dataDir = '';
const open = () => openDatabase(readConfig({ DATA_DIR: dataDir }), log);

beforeEach(async () => {
  above = newFolder();
  chmodSync(above, 0o755);
  dataDir = join(above, 'data');
});

/** A site that was started before, and holds something. */
async function begin() {
  await copyFirstStart(dataDir);
  await keepSomething();
}

async function keepSomething() {
  const made = await open();
  await made.database.query('create table public.guardada as select 42 as resposta');
  await made.close();
}

/** `apart`: folders of a PostgreSQL that had to start to be compared; it notes that in its own files. */
async function expectRefused(sentence: RegExp, apart: RegExp = /^$/, what = '') {
  const unchanged = () =>
    Object.fromEntries(Object.entries(hashesOf(dataDir)).filter(([name]) => !apart.test(name)));
  const before = unchanged();
  const error = await open().catch((thrown: Error) => thrown);
  expect(error, what).toMatchObject({ name: 'Refused', message: expect.stringMatching(sentence) });
  expect(unchanged(), what).toEqual(before);
}

/** The database's own files, which its start and stop change without changing what it holds. */
const POSTGRES = /^postgresql/;

async function expectWhole(what = '') {
  const opened = await open();
  expect((await opened.database.query('select resposta from public.guardada')).rows, what).toEqual([
    { resposta: 42 },
  ]);
  await opened.close();
}

/** Runs a command over `folder`; throws what it throws. */
async function command(name: string, args: string[], folder = dataDir, environment = {}) {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    expect(await runCommand(name, args, { DATA_DIR: folder, ...environment })).toBe(0);
    return said.mock.calls.map(([text]) => text).join('');
  } finally {
    said.mockRestore();
  }
}

/** Takes a file or folder away and may write something in its place; gives what puts it back. */
function replace(name: string, by?: string): () => void {
  const [there, aside] = [join(dataDir, name), join(above, 'aside')];
  renameSync(there, aside);
  if (by !== undefined) writeFileSync(there, by);
  return () => renameSync(aside, there);
}

describe('a data folder', () => {
  /** What is done to it (its return puts it back), and what the start then says. */
  const MISTAKES: [string, () => () => void, RegExp][] = [
    [
      'whose keys.json is missing, before PostgreSQL starts',
      () => replace('keys.json'),
      /^\S+keys\.json não está lá\. Nada foi mudado\. Devolva o de uma cópia da pasta, ou rode npm run keys -- rotate\.$/,
    ],
    ...['', '{"jwtSecret":"x"}', '{"jwtSec\n'].map((text): (typeof MISTAKES)[number] => [
      `whose keys.json is «${text}»`,
      () => replace('keys.json', text),
      /^\S+keys\.json não pode ser lido\. Nada foi mudado\. Devolva o de uma cópia da pasta, ou rode npm run keys -- rotate\.$/,
    ]),
    [
      'with keys and documents whose database is missing',
      () => {
        const document = join(dataDir, 'documents', randomUUID());
        writeFileSync(document, '%PDF-1.4');
        const putBack = replace('postgresql');
        return () => {
          rmSync(document);
          putBack();
        };
      },
      /^A pasta \S+ é de um site que já existe, mas não há banco de dados em \S+\. Nada foi mudado\. .*\.$/,
    ],
    [
      'with the keys of another site, before PostgreSQL starts',
      () =>
        replace('keys.json', JSON.stringify({ jwtSecret: 'x'.repeat(64), ownerPassword: 'y'.repeat(32) })),
      /^As chaves desta pasta \(\S+\) não são as deste site: .*Nada foi mudado\. .*\.$/,
    ],
    [
      'of another major version of PostgreSQL, with the two commands that cross it',
      () => replace('postgresql/PG_VERSION', '17\n'),
      /^O banco em \S+ é do PostgreSQL 17, e o que o site executa é o 18\. Nada foi mudado\. .* com a versão anterior \(a [\d.]+: git fetch --tags && git checkout v[\d.]+\) rode npm run backup -- --to .*npm run restore -- .*\.$/,
    ],
    [
      'whose instalacao.json is damaged',
      () => replace('instalacao.json', readFileSync(join(dataDir, 'instalacao.json'), 'utf8').slice(0, 20)),
      /^O arquivo \S+instalacao\.json está estragado\. Nada foi mudado\. .*\.$/,
    ],
  ];
  test('that lacks or holds what is not its own is refused, and goes on once it is as it was', async () => {
    await begin();
    for (const [what, change, sentence] of MISTAKES) {
      const putBack = change();
      await expectRefused(sentence, undefined, what);
      putBack();
      await expectWhole(what);
    }
  });

  test('that was renamed goes on where it is, and under a running site is said as that', async () => {
    await begin();
    const opened = await open();
    const renamed = `${dataDir}-renomeada`;
    renameSync(dataDir, renamed);
    await expect(command('admin', ['list'], renamed)).rejects.toThrow(
      /^Não se alcança um banco no ar em \S+: .*ou a pasta de dados mudou de nome ou de lugar com ele ligado\. /,
    );
    renameSync(renamed, dataDir);
    await opened.close();
    renameSync(dataDir, renamed);
    dataDir = renamed;
    await expectWhole();
  });

  test('whose first start was cut short begins again', async () => {
    mkdirSync(join(dataDir, 'postgresql.iniciando/base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgresql'));
    const opened = await open();
    expect((await opened.database.query('select 1 as um')).rows).toEqual([{ um: 1 }]);
    await opened.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql'))).toEqual([
      'postgresql',
      'postgresql.log',
    ]);
  });

  test('whose documents are another site’s is refused; a few missing ones are told', async () => {
    await begin();
    const opened = await open();
    const versions = Array.from({ length: 60 }, () => randomUUID());
    await opened.database.query(
      `insert into storage.objects (bucket_id, name, version)
       select 'cadastro_unico_uploads', 'public/' || v || '_documento.pdf', v from unnest($1::text[]) as v`,
      [versions],
    );
    await opened.close();
    const documents = join(dataDir, 'documents');
    await expectRefused(/^Faltam 60 de 60 documentos na pasta \S+\. Nada foi mudado\. .*\.$/, POSTGRES);
    for (const version of versions.slice(3)) writeFileSync(join(documents, version), '%PDF-1.4');
    const fewer = await open();
    expect(fewer.notices).toEqual(['Faltam 3 documentos na pasta de dados; o resto serve como sempre.']);
    await fewer.database.query('delete from storage.objects where version is not null');
    await fewer.close();
    await expectRefused(
      /^A pasta \S+ tem 57 documentos, de 57, que este banco não conhece\. Nada foi mudado\. /,
      POSTGRES,
    );
    expect(await command('data', ['--here'])).toMatch(/é a pasta deste site; não inicie mais a outra/);
    await expectWhole();
  });

  test('that was copied is refused while the original is there, which goes on', async () => {
    await begin();
    const [original, copy] = [dataDir, join(above, 'copia')];
    execFileSync('cp', ['-a', '-T', dataDir, copy]); // the owners too
    dataDir = copy;
    await expectRefused(
      /^Os documentos deste banco estão em \S+ \(desde .*\), e \S+ é uma cópia dessa pasta\. Nada foi mudado\. .*npm run restore -- CÓPIA --copy/,
      POSTGRES,
    );
    dataDir = original;
    await expectWhole();
  });

  test('gets new keys with keys rotate: sessions end, also when the old ones are lost', async () => {
    await begin();
    const signIn = async () => {
      const opened = await open();
      await opened.database.query(
        `with u as (insert into auth.users (email) values ($1) returning id)
         insert into auth.sessions (user_id) select id from u`,
        [`${randomUUID()}@example.com`],
      );
      await opened.close();
    };
    const sessions = async () => {
      const opened = await open();
      const { rows } = await opened.database.query<{ count: number }>(
        'select count(*)::integer from auth.sessions',
      );
      await opened.close();
      return rows[0]?.count;
    };
    const file = join(dataDir, 'keys.json');
    const lost = async () => {
      const backUp = () =>
        expect(command('backup', ['--to', join(above, 'copias')])).rejects.toThrow(
          /keys\.json não está lá\. Nada foi mudado\. .*rotate\.$/,
        );
      const opened = await open();
      rmSync(file);
      await backUp();
      await opened.close();
      await backUp();
    };
    for (const lose of [async () => {}, lost]) {
      await signIn();
      const before = readFileSync(file, 'utf8');
      await lose();
      expect(await command('keys', ['rotate'])).toMatch(/^As chaves de \S+ são novas\./);
      expect(readFileSync(file, 'utf8')).not.toBe(before);
      await expectWhole();
      expect(await sessions()).toBe(0);
    }
    // cut short, it is finished by running it again
    const files = [file, join(dataDir, 'instalacao.json')].map((path) => [path, readFileSync(path)] as const);
    await command('keys', ['rotate']);
    for (const [path, before] of files) writeFileSync(path, before);
    await expect(open()).rejects.toThrow(/não aceita a senha .* rode npm run keys -- rotate, e inicie/);
    await command('keys', ['rotate']);
    await expectWhole();
  });
});

test.runIf(process.getuid?.() === 0)('of another account is left to it by root, to every owner', async () => {
  await begin();
  const ours = statSync(dataDir).uid;
  execFileSync('chown', ['-R', 'nobody', dataDir]);
  const owners = () =>
    ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].map(
      (name) => statSync(join(dataDir, name)).uid,
    );
  const before = owners();
  const sentence =
    /^O site de \S+ é de outra conta, .*Nada foi mudado\. Rode com a conta do site, sem sudo\.$/;
  await expectRefused(sentence);
  for (const args of [['rotate'], []])
    await expect(
      command(args.length ? 'keys' : 'backup', args, dataDir, { BACKUP_DIR: above }),
    ).rejects.toThrow(sentence);
  expect(owners()).toEqual(before);
  execFileSync('chown', ['-R', String(ours), dataDir]);
  await expectWhole();
});

// Only root runs PostgreSQL as another account, which may not reach the folder.
describe.runIf(process.getuid?.() === 0)('a data folder below one that is closed, as root', () => {
  const place = () => readInstallation(dataDir)?.banco ?? '';
  beforeEach(async () => {
    chmodSync(above, 0o700);
    try {
      rmdirSync('/var/lib/construindo-campeoes'); // as on a machine where nothing was started before
    } catch {} // another test uses it
    await keepSomething(); // a first start
  });
  afterEach(() => {
    if (place().startsWith('/var/lib/construindo-campeoes/'))
      rmSync(dirname(place()), { recursive: true, force: true });
  });

  test('keeps its database elsewhere under its id: renamed it goes on, without it or copied it is refused', async () => {
    expect(place()).toBe(`/var/lib/construindo-campeoes/${readInstallation(dataDir)?.id}/postgresql`);
    expect(existsSync(join(dataDir, 'postgresql'))).toBe(false);
    const renamed = join(above, 'outro-nome');
    renameSync(dataDir, renamed);
    dataDir = renamed;
    const opened = await open();
    expect(opened.notices).toEqual([expect.stringContaining(`PostgreSQL guarda os dados em ${place()}`)]);
    await opened.close();
    await expectWhole();

    const older = join(above, 'copia');
    cpSync(dataDir, older, { recursive: true });
    await expectWhole(); // the site goes on after the copy
    const used = dataDir;
    dataDir = older;
    await expectRefused(
      /^Os documentos deste banco estão em \S+ \(desde .*\), e \S+ é uma cópia dessa pasta\. Nada foi mudado\. /,
      /^postgresql\.log$/,
    );
    dataDir = used;
    const aside = `${dirname(place())}-fora`;
    renameSync(dirname(place()), aside);
    await expectRefused(/^A pasta \S+ é de um site que já existe, mas não há banco de dados em \/var\/lib\//);
    renameSync(aside, dirname(place()));
    await expectWhole();
  });
});
