import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../tests/support/sources.ts';

// What an owner reads who makes a mistake in content/, whichever command comes next.

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cc-content-'));
  for (const name of [
    'content',
    'app',
    'domain',
    'server',
    'supabase/schemas',
    'scripts',
    'fotos',
    'package.json',
  ])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  for (const folder of ['node_modules', 'dist']) mkdirSync(join(root, folder));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  const hash = createHash('sha256')
    .update('/package.json')
    .update('\0')
    .update(readFileSync(join(root, 'package.json')));
  writeFileSync(join(root, 'node_modules/.construindo-campeoes'), hash.digest('hex')); // installed
  writeFileSync(join(root, 'dist/.construindo-campeoes'), 'other sources'); // built before
});
afterAll(() => rmSync(root, { recursive: true }));

const CHECK = [
  '--input-type=module',
  '-e',
  `
  import { checkContent } from './scripts/content.mjs';
  import { failInWords } from './scripts/fail.mjs';
  await checkContent().catch(failInWords);`,
];

/** What is said after the first `from` of a file became `to`. */
function saidAfter(file: string, from: string, to: string, args = CHECK) {
  const path = join(root, 'content', file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    return { status, said: stdout + stderr, line: before.slice(0, before.indexOf(from)).split('\n').length };
  } finally {
    writeFileSync(path, before);
  }
}

test('what is written as it must be is taken', () => {
  expect(saidAfter('brand.ts', 'GO', 'SP')).toMatchObject({ status: 0, said: '' });
});

test.each([
  [
    'a CNPJ',
    'brand.ts',
    '00.000.000/0000-00',
    '12.345',
    'brand.cnpj: confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
  ],
  [
    'an hour inside a list',
    'brand.ts',
    "from: 'sábado', opens: '08:00'",
    "from: 'sábado', opens: '8h'",
    'brand.hours.1.opens: use a forma 18:00',
  ],
  [
    'a picture',
    'social-project.ts',
    "file: 'projeto-social'",
    "file: 'projeto'",
    'project.photo.file: não há foto com este nome em fotos/',
  ],
  [
    'a name that nothing reads',
    'brand.ts',
    "phone: '",
    "fone: '",
    'o site não conhece o nome «fone»; veja se está escrito certo',
  ],
  [
    'a name of another place',
    'brand.ts',
    "phone: '",
    "answer: '",
    'brand.answer: este nome não existe aqui; veja se está escrito certo',
  ],
  [
    'a number where a text belongs',
    'brand.ts',
    "'62900000000'",
    '62900000000',
    "brand.phone: escreva um texto entre aspas: 'assim'",
  ],
  [
    'a comma',
    'privacy.ts',
    ',\n',
    '\n',
    'falta uma vírgula no fim desta linha, ou há uma aspa no meio do texto',
  ],
  [
    'a comma before a remark',
    'brand.ts',
    "'Arena Exemplo',",
    "'Arena Exemplo'",
    'falta uma vírgula no fim desta linha, ou há uma aspa no meio do texto',
  ],
  ['a closing mark', 'home.ts', "'Modalidades',", "'Modalidades,", 'falta a aspa que fecha este texto'],
  ['both marks', 'sent.ts', "'Inscrição enviada!'", 'Inscrição', '«Inscrição» está sem aspas'],
  [
    'a comma of the pictures',
    'photos.json',
    ',\n',
    '\n',
    'falta uma vírgula no fim desta linha, ou há uma aspa no meio do texto',
  ],
])('%s is told with file and line', (_what, file, from, to, says) => {
  const { status, said, line } = saidAfter(file, from, to);
  expect(said).toContain(`\n  content/${file}, linha ${line}: ${says}\n`);
  expect(said).toMatch(/^Corrija em content\/ e rode de novo:\n {2}\S/);
  expect(said).not.toMatch(/\n\s+at |Error|expected|node_modules|[╭│]/i);
  expect(status).toBe(3);
});

test('a name that other files need and is gone is told without the program’s words around it', () => {
  const { status, said } = saidAfter('brand.ts', 'export const brand: Brand', 'export const marca: Brand');
  expect(said).toMatch(
    /^Corrija em content\/ e rode de novo:\n {2}falta um nome que outro arquivo usa \(.+\); compare com o que havia: git diff content\/\n$/,
  );
  expect(status).toBe(3);
});

test.each([
  ['npm start', ['scripts/start.mjs']],
  ['npm run build', ['scripts/build.mjs']],
  ['npm run dev', ['scripts/dev.mjs']],
  ['npm run doctor', ['scripts/command.mjs', 'doctor']],
  ['npm run admin -- list', ['scripts/command.mjs', 'admin', 'list']],
])('%s refuses a mistake', (_command, args) => {
  const { status, said, line } = saidAfter('brand.ts', '00.000.000/0000-00', '12.345', args);
  expect(said).toContain(
    `Corrija em content/ e rode de novo:\n  content/brand.ts, linha ${line}: brand.cnpj: `,
  );
  expect(said).not.toMatch(/\n\s+at /);
  expect(status).toBe(3);
});
