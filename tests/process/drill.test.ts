import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { expectDone, expectRefused, openFilledSite, run } from '../support/copies.ts';
import { rpc } from '../support/desk.ts';
import { newFolder } from '../support/files.ts';
import { forTests } from '../support/server.ts';

// The nightly command restores its copy once a week into a PostgreSQL of its own, and the desk is told.

let folder = '';

const site = forTests(() => openFilledSite());
beforeEach(() => {
  folder = newFolder();
  return site.server.database.query('delete from private.copias where numero > 0');
});

const nightly = (more: Record<string, string> = {}) =>
  run('backup', [], { ...site.environment, BACKUP_DIR: folder, ...more });
/** As if one had been drilled a moment ago: the next nights make copies alone. */
const drilled = () => site.server.database.query(`select private.anotar_copia('ensaio', null, 5, 5)`);
const outcomes = () =>
  site.server.rows('select tipo, codigo, inscricoes from private.copias order by numero');
const shown = async () => (await rpc(site.server, site.token, 'estado_das_copias')).body[0];
const spoil = (file: string) => {
  const bytes = readFileSync(file);
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};
/** Nothing of a drill is left in the data folder. */
const expectRemoved = () =>
  expect(readdirSync(site.environment.DATA_DIR).filter((name) => name.startsWith('ensaio-'))).toEqual([]);

test('the first night’s copy is drilled, the second night’s not, and the desk sees both', async () => {
  const leftover = join(site.environment.DATA_DIR, 'ensaio-0123abcd');
  mkdirSync(leftover);
  writeFileSync(join(leftover, 'ensaio.txt'), '');
  const first = await nightly();
  expectDone(first);
  expect(first.lines.join('\n')).toMatch(
    /Ensaio: a cópia foi carregada num banco à parte e conferida \(5 inscrições\)\./,
  );
  expectRemoved();
  await nightly();
  expect(await outcomes()).toEqual([
    { tipo: 'copia', codigo: null, inscricoes: 5 },
    { tipo: 'ensaio', codigo: null, inscricoes: 5 },
    { tipo: 'copia', codigo: null, inscricoes: 5 },
  ]);
  expect(await shown()).toEqual({
    copiedAt: expect.any(String),
    triedAt: expect.any(String),
    failedAt: null,
    failed: null,
    code: null,
    elsewhereAt: null, // beside the data
  });
});

test('where no PostgreSQL is embedded for the system, the drill is left out and the copy is good', async () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'nenhuma' });
  const made = await nightly().finally(() => Object.defineProperty(process, 'arch', { value: arch }));
  expectDone(made);
  expect(made.lines).toContain('O ensaio ficou de fora: não há PostgreSQL embutido para este sistema.');
  expect(await outcomes()).toEqual([{ tipo: 'copia', codigo: null, inscricoes: 5 }]);
});

test('a document that was spoilt in the folder of copies is found by name', async () => {
  await run('backup', ['--to', folder], site.environment);
  expect((await shown()).copiedAt).toBeNull(); // by hand is not by night
  const [name = ''] = readdirSync(join(folder, 'documents'));
  spoil(join(folder, 'documents', name));
  const found = await nightly();
  expect(found.code).toBe(1);
  expect(found.lines.join('\n')).toContain(`O ensaio achou partes estragadas: documents/${name}.`);
  const { triedAt, ...failed } = await shown();
  expect(failed).toMatchObject({ failed: 'ensaio', code: 'parte', elsewhereAt: null });
  for (const later of [`'avulsa', null`, `'ensaio', 'parte'`, `'copia', null`, `'avulsa', 'sem_espaco'`])
    await site.server.rows(`select private.anotar_copia(${later}, null, null, true)`);
  const after = { failed: 'ensaio', code: 'parte', triedAt, elsewhereAt: expect.any(String) };
  expect(await shown()).toMatchObject(after);
});

test('a copy that the keys of npm run keys -- backup encrypt is drilled before it is, and by its owner with their file', async () => {
  const key = join(newFolder(), 'chave-das-copias.txt');
  const keys = await run('keys', ['backup', key], site.environment);
  expect([keys.code, statSync(key).mode & 0o777]).toEqual([0, 0o600]);
  for (const place of [site.environment.DATA_DIR, folder])
    expectRefused(
      await run('keys', ['backup', join(place, 'chave.txt')], { ...site.environment, BACKUP_DIR: folder }),
      /^\S+ fica com o que a chave abre, .*Nada foi mudado\. .*\.$/,
    );
  expectRefused(await run('keys', ['backup', key], site.environment), /já existe\. Nada foi mudado\./);
  expectRefused(
    await run('keys', ['backup', join(key, 'outra.txt')], site.environment),
    /^Esta conta não pode escrever em .* \(ENOTDIR\)\. Nada foi mudado\. Diga um arquivo numa pasta dela, como /,
  );
  const BACKUP_KEY = /^BACKUP_KEY=(age1\w+)$/.exec(keys.lines.at(-1) ?? '')?.[1] ?? '';
  const made = await nightly({ BACKUP_KEY });
  expectDone(made);
  expect(await outcomes()).toMatchObject([
    { tipo: 'ensaio', codigo: null },
    { tipo: 'copia', codigo: null },
  ]);
  expect(readdirSync(site.environment.DATA_DIR).filter((name) => name.startsWith('copia-a-cifrar'))).toEqual(
    [],
  );

  const copy = made.lines.at(-1) ?? '';
  const args = ['--drill', copy, '--identity', key];
  const own = await run('restore', args, site.environment);
  expect([own.code, own.lines.join('\n')]).toEqual([
    0,
    expect.stringMatching(/está inteira\.\n[\s\S]*inscrições +5\n +documentos +5\n/),
  ]);
  spoil(join(copy, 'tabelas/private.historico.copy.age'));
  expectRefused(
    await run('restore', args, site.environment),
    /está estragada: não confere tabelas\/private\.historico\.copy\.age/,
  );
  expectRemoved();
});

test('a folder that had copies and is empty is refused: its disk is away', async () => {
  await drilled();
  await nightly();
  rmSync(folder, { recursive: true });
  mkdirSync(folder); // the mount point without its disk
  const refused = await nightly();
  expectRefused(refused, /^A pasta de cópias \S+ está vazia ou não existe, .*Nada foi copiado\. .*\.$/);
  expect(readdirSync(folder)).toEqual([]);
  expect((await shown()).failed).toBe('copia');
  expect((await run('backup', ['--to', folder], site.environment)).code).toBe(0);
  expect((await nightly()).code).toBe(0);
});
