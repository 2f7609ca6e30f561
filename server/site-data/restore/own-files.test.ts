import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectDone, newPlaceWithTables, openFilledSite, run } from '../../../tests/support/copies.ts';
import { hashesOf, newFolder } from '../../../tests/support/files.ts';
import { forTests } from '../../../tests/support/server.ts';
import { makeIdentity } from '../copy/encryption.ts';
import { readManifest, textOf } from '../copy/manifest.ts';
import { bringOwnFiles } from '../copy/own-files.ts';

const { identity, recipient } = await makeIdentity();
const site = forTests(() => openFilledSite());

/** Backs the site up as from this folder; the copy's folder, and what was printed. */
async function backUpFrom(project: string, BACKUP_KEY = '') {
  const here = vi.spyOn(process, 'cwd').mockReturnValue(project);
  onTestFinished(() => here.mockRestore());
  const { lines, ...ended } = await run('backup', ['--to', newFolder()], { ...site.environment, BACKUP_KEY });
  expectDone(ended);
  return { here, lines, copy: lines.at(-1) ?? '' };
}

/** A project's folder with these files. */
function projectOf(files: Record<string, string>): string {
  const project = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  return project;
}

test.each([
  ['open', '', []],
  ['encrypted', recipient, ['--identity']],
])('%s, it brings the centre’s own texts and photos, and puts none over another', async (_how, key, args) => {
  const before = {
    'content/home.ts': 'iguais',
    'content/brand.ts': 'Academia Ypê',
    'fotos/hero.jpg': 'foto',
  };
  const { here, copy } = await backUpFrom(projectOf({ ...before, 'content/x.test.ts': '' }), key);
  const fresh = projectOf({ 'content/home.ts': 'iguais', 'content/brand.ts': 'Arena Exemplo' });
  here.mockReturnValue(fresh);
  const place = await newPlaceWithTables();
  const file = join(newFolder(), 'chave.txt');
  writeFileSync(file, `${identity}\n`);
  const answer = await run('restore', [copy, ...args.flatMap((name) => [name, file])], place.environment);
  const brought = join(place.dataDir, 'textos-e-fotos');
  expectDone(answer);
  expect(answer.lines).toContain(`cp -R "${brought}/." .`);
  expect(answer.lines.join()).toContain(
    '2 arquivos de textos e fotos da cópia são outros que os desta pasta',
  );
  expect(readdirSync(brought, { recursive: true }).sort()).toEqual([
    'content',
    'content/brand.ts',
    'fotos',
    'fotos/hero.jpg',
  ]);
  expect(readFileSync(join(brought, 'content/brand.ts'), 'utf8')).toBe('Academia Ypê');
  expect(readFileSync(join(fresh, 'content/brand.ts'), 'utf8')).toBe('Arena Exemplo');
});

test('a copy without texts and photos says so, when it is made and when it returns', async () => {
  const { copy, lines } = await backUpFrom(newFolder());
  expect(lines).toContain(
    'Atenção: os textos e as fotos (content/ e fotos/) não estão na cópia: rode na pasta do projeto.',
  );
  const { textos_e_fotos: _, ...ofBefore } = readManifest(copy);
  writeFileSync(join(copy, 'manifest.json'), textOf(ofBefore));
  const answer = await run('restore', [copy], (await newPlaceWithTables()).environment);
  expectDone(answer);
  expect(answer.lines.join()).toContain('Textos e fotos (content/ e fotos/) não voltaram');
});

test('a line of a copy that names a file elsewhere is not followed', async () => {
  const folder = newFolder();
  const names = ['../fora.ts', 'content/../../fora.ts', '/fora.ts', 'server/main.ts', 'content/dentro.ts'];
  const lines = names.map((arquivo) => `${JSON.stringify({ arquivo, base64: 'eA==' })}\n`);
  async function* inPieces() {
    for (const letter of lines.join('')) yield Buffer.from(letter);
  }
  await bringOwnFiles(inPieces(), join(folder, 'data'), newFolder());
  expect(Object.keys(hashesOf(folder))).toEqual(['data/textos-e-fotos/content/dentro.ts']);
  const { mode } = statSync(join(folder, 'data/textos-e-fotos/content/dentro.ts'));
  expect(mode & 0o777).toBe(0o644); // root puts it in place, the site's account reads it
});
