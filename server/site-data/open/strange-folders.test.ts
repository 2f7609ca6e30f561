import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../../tests/support/files.ts';
import { ROOT } from '../../../tests/support/sources.ts';
import { readConfig } from '../../core/config.ts';
import { DATA, type FolderKind, strangeFolder } from '../../core/own-folder.ts';
import { COPIES, claimFolder } from '../copy/copies-folder.ts';
import { checkCopiesFolder } from './data-folder.ts';
import { openUnmigrated } from './open-unmigrated.ts';

// Whose a folder is. Of real folders only the decision is asked; what follows from it happens below the temporary folder.

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

describe.each<[string, FolderKind]>([
  ['DATA_DIR', DATA],
  ['BACKUP_DIR', COPIES],
])('%s', (_name, kind) => {
  test.each([
    '/',
    '/etc',
    '/home',
    '/mnt',
    '/opt',
    '/root',
    '/srv',
    '/tmp',
    '/usr',
    '/var',
    '/var/lib',
    '/usr/local',
  ])('is not %s', (system) => {
    expect(strangeFolder(system, kind)).toMatch(
      /^A pasta \S+ é do sistema, ou de uma pessoa\. Nada foi mudado\. Diga em (DATA|BACKUP)_DIR.* uma pasta só para isto, nova ou vazia, como \/\S+\.$/,
    );
  });

  test('is not the project’s own folder, nor one with other things in it, by whatever way it is named', () => {
    expect(strangeFolder(ROOT, kind)).toMatch(/ tem outras coisas \(.+ e mais \d+\)\. Nada foi mudado\./);
    writeFileSync(join(folder, 'festa.jpg'), '');
    symlinkSync(folder, `${folder}/atalho`);
    for (const path of [folder, join(folder, 'atalho')])
      expect(strangeFolder(path, kind)).toContain('tem outras coisas (atalho, festa.jpg)');
    symlinkSync('/', join(folder, 'raiz'));
    expect(strangeFolder(join(folder, 'raiz'), kind)).toContain('é do sistema');
    writeFileSync(join(folder, 'keys.json'), '{"another": "program"}');
    expect(strangeFolder(folder, kind)).toContain('tem outras coisas');
  });

  test('is one that is not there, or empty, also as a disk’s own folder or a Mac leaves it', () => {
    expect(strangeFolder(join(folder, 'nova'), kind)).toBeNull();
    expect(strangeFolder(folder, kind)).toBeNull();
    mkdirSync(join(folder, 'lost+found'));
    writeFileSync(join(folder, '.DS_Store'), '');
    expect(strangeFolder(folder, kind)).toBeNull();
  });
});

test.each([
  'instalacao.json',
  'keys.json',
  'owner',
  'lastro',
  'apagamentos.jsonl',
  'pasta-das-copias',
  'documentos-que-faltam.txt',
])(
  'a data folder with our %s is ours, that of a start that was cut short, or of a project whose copies are made here',
  (name) => {
    writeFileSync(join(folder, name), '{"jwtSecret":""}');
    expect(strangeFolder(folder, DATA)).toBeNull();
  },
);

test.each(['instalacao.json', 'apagamentos.jsonl', 'copia-2026-11-22T03-00-00Z-1a2b', '.incompleta-copia-x'])(
  'a folder with %s is one of copies',
  (name) => {
    writeFileSync(join(folder, name), '');
    expect(strangeFolder(folder, COPIES)).toBeNull();
  },
);

test('somebody’s folder stays as it is, to its rights, its owner and what lies in it', async () => {
  writeFileSync(join(folder, 'festa.jpg'), '');
  chmodSync(folder, 0o755);
  const state = () => {
    const { mode, uid, gid, mtimeMs } = lstatSync(folder);
    return { mode, uid, gid, mtimeMs, names: readdirSync(folder) };
  };
  const before = state();
  const refused = {
    name: 'Refused',
    message: expect.stringContaining('tem outras coisas (festa.jpg). Nada foi mudado.'),
  };
  for (const more of [{}, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }])
    await expect(
      openUnmigrated(readConfig({ DATA_DIR: folder, ...more }), pino({ level: 'silent' })),
    ).rejects.toMatchObject(refused);
  expect(() => claimFolder(folder, { id: 'x', geracao: 1 })).toThrow(expect.objectContaining(refused));
  expect(state()).toEqual(before);
});

test('a start is refused beside somebody’s BACKUP_DIR, and for a new DATA_DIR beside a site’s copies', () => {
  const copies = join(folder, 'copias');
  const start = (name: string) =>
    checkCopiesFolder(readConfig({ DATA_DIR: join(folder, name), BACKUP_DIR: copies }));
  start('data'); // neither is there yet
  claimFolder(copies, { id: 'x', geracao: 1 });
  expect(() => start('dta')).toThrow(
    /^Não há um site em \S+dta, e \S+ guarda as cópias de um\. Nada foi mudado\. /,
  );
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/instalacao.json'), '{"id": "x", "geracao": 1, "banco": "postgresql"}');
  start('data');
  rmSync(copies, { recursive: true });
  mkdirSync(copies);
  writeFileSync(join(copies, 'festa.jpg'), '');
  expect(() => start('data')).toThrow(/tem outras coisas \(festa\.jpg\)\. Nada foi mudado\. /);
});
