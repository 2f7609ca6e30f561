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
import { brand } from '../content/brand.ts';
import { project } from '../content/social-project.ts';
import { ROOT } from '../tests/support/sources.ts';

// What an owner reads who makes a mistake in content/, whichever command comes next.

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cc-content-'));
  for (const name of ['content', 'app', 'domain', 'server', 'supabase', 'scripts', 'fotos', 'package.json'])
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

type Mistake = { file: string; from: string; to: string };

/** What `work` gives after the first `from` of each file became `to`, and the line of each. */
async function after<Result>(mistakes: Mistake[], work: () => Result | Promise<Result>) {
  const before = new Map<string, string>();
  try {
    const lines = mistakes.map(({ file, from, to }) => {
      const path = join(root, 'content', file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      if (!before.has(path)) before.set(path, text);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      return text.slice(0, text.indexOf(from)).split('\n').length;
    });
    return { lines, result: await work() };
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}

/** What a process says and ends with after these mistakes. */
const saidAfter = async (mistakes: Mistake[], args: string[]) => {
  const { lines, result } = await after(mistakes, () =>
    spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }),
  );
  return { status: result.status, said: result.stdout + result.stderr, lines };
};

const CHECK = `import('./scripts/content.mjs').then(({ checkContent }) => checkContent())`;
const REFUSED = `${CHECK}.catch(({ name, message }) => console.log(JSON.stringify({ name, message: message + '\\n' })))`;

/** What the check refuses after these mistakes. */
const refusedAfter = async (mistakes: Mistake[]) => {
  const { said, lines } = await saidAfter(mistakes, ['-e', REFUSED]);
  return { lines, ...(JSON.parse(said) as { name: string; message: string }) };
};

test('what is written as it must be is taken', async () => {
  expect(
    await saidAfter([{ file: 'brand.ts', from: `'${brand.state}'`, to: "'AC'" }], ['-e', CHECK]),
  ).toMatchObject({
    status: 0,
    said: '',
  });
});

/** What only a programmer can read. */
const FOR_PROGRAMMERS = /\n\s+at |Error|expected|node_modules|[╭│]/i;

const COMMA = 'falta uma vírgula no fim desta linha, ou há uma aspa no meio do texto';

/** The mistakes of a row are made together, and each is told. */
test.each<[what: string, ...mistakes: (Mistake & { says: string })[]]>([
  [
    'a CNPJ, a line inside a list, a number where a text belongs, a picture',
    {
      file: 'brand.ts',
      from: brand.cnpj,
      to: '12.345',
      says: 'brand.cnpj: confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
    },
    {
      file: 'brand.ts',
      from: `'${brand.hours[0]}'`,
      to: "''",
      says: 'brand.hours: escreva um texto',
    },
    {
      file: 'brand.ts',
      from: `'${brand.phone}'`,
      to: brand.phone,
      says: "brand.phone: escreva um texto entre aspas: 'assim'",
    },
    {
      file: 'social-project.ts',
      from: `file: '${project.photo.file}'`,
      to: "file: 'projeto'",
      says: 'project.photo.file: não há foto com este nome em fotos/',
    },
  ],
  [
    'a name that nothing reads',
    {
      file: 'brand.ts',
      from: "phone: '",
      to: "fonne: '",
      says: 'o site não conhece o nome «fonne»; veja se está escrito certo',
    },
  ],
  [
    'a name of another place',
    {
      file: 'brand.ts',
      from: "phone: '",
      to: "answer: '",
      says: 'brand.answer: este nome não existe aqui; veja se está escrito certo',
    },
  ],
  [
    'a comma, one before a remark and one of the pictures, a closing mark',
    { file: 'social-project.ts', from: ',\n', to: '\n', says: COMMA },
    { file: 'brand.ts', from: `'${brand.name}',`, to: `'${brand.name}'`, says: COMMA },
    { file: 'photos.json', from: ',\n', to: '\n', says: COMMA },
    {
      file: 'home.ts',
      from: "'Modalidades',",
      to: "'Modalidades,",
      says: 'falta a aspa que fecha este texto',
    },
  ],
  [
    'both marks',
    {
      file: 'sent.ts',
      from: "'Inscrição enviada!'",
      to: 'Inscrição',
      says: '«Inscrição» está sem aspas, ou é um nome que mudou em outra linha',
    },
  ],
])('%s: told with file and line', async (_what, ...mistakes) => {
  const { name, message, lines } = await refusedAfter(mistakes);
  for (const [at, { file, says }] of mistakes.entries())
    expect(message).toContain(`\n  content/${file}, linha ${lines[at]}: ${says}\n`);
  expect(message).toMatch(/^Corrija em content\/ e rode de novo:\n {2}\S/);
  expect(message).not.toMatch(FOR_PROGRAMMERS);
  expect(name).toBe('ContentError');
});

test('a name that other files need and is gone is told without the program’s words around it', async () => {
  const { name, message } = await refusedAfter([
    { file: 'brand.ts', from: 'export const brand: Brand', to: 'export const marca: Brand' },
  ]);
  expect(message).toMatch(
    /^Corrija em content\/ e rode de novo:\n {2}falta um nome que outro arquivo usa \(brand\); compare com o que havia: git diff content\/\n$/,
  );
  expect(name).toBe('ContentError');
});

test('names that only one page reads one day, and a whole export, are told when they are gone', async () => {
  const { message } = await refusedAfter([
    {
      file: 'social-project.ts',
      from: '  places: (name: string, left: number) =>',
      to: '  criterion: (name: string, left: number) =>',
    },
    { file: 'photos.json', from: '"portrait"', to: '"name"' },
    { file: 'brand.ts', from: 'export const samplesUnchanged', to: 'const samplesUnchanged' },
  ]);
  for (const [file, name] of [
    ['social-project.ts', 'project.places'],
    ['brand.ts', 'samplesUnchanged'],
  ])
    expect(message).toMatch(
      new RegExp(`content/(${file}, linha \\d+)?: falta «${name}», que o site usa; compare com o que havia`),
    );
});

test('two versions of a text that git left are told as that', async () => {
  const { message } = await refusedAfter([
    { file: 'brand.ts', from: 'export const brand', to: '<<<<<<< Updated upstream\nexport const brand' },
  ]);
  expect(message).toMatch(/content\/brand\.ts, linha \d+: o git deixou aqui as duas versões do texto/);
});

test('a photograph that no page can show is told, and not taken for one', async () => {
  writeFileSync(join(root, 'fotos/retrato-mestre.heic'), '');
  try {
    const { status, said } = await saidAfter([], ['scripts/build.mjs']);
    expect([status, said]).toEqual([
      3,
      expect.stringMatching(
        /^Montando o site…\nfotos\/retrato-mestre\.heic: o site não lê este formato\..*\n$/,
      ),
    ]);
  } finally {
    rmSync(join(root, 'fotos/retrato-mestre.heic'));
  }
});

test('a site for a static host without its project is refused', async () => {
  expect(await saidAfter([], ['scripts/build.mjs', '--from-project'])).toEqual({
    status: 3,
    said: 'Faltam SUPABASE_URL e SUPABASE_KEY (no .env, ou nas variáveis do serviço).\n',
    lines: [],
  });
});

test.each([
  ['npm start', ['scripts/start.mjs']],
  ['npm run build', ['scripts/build.mjs']],
  ['npm run dev', ['scripts/dev.mjs']],
  ['npm run doctor', ['scripts/command.mjs', 'doctor']],
  ['npm run admin -- list', ['scripts/command.mjs', 'admin', 'list']],
])('%s refuses a mistake', async (_command, args) => {
  const { status, said, lines } = await saidAfter(
    [{ file: 'brand.ts', from: brand.cnpj, to: '12.345' }],
    args,
  );
  expect(said).toContain(
    `Corrija em content/ e rode de novo:\n  content/brand.ts, linha ${lines[0]}: brand.cnpj: `,
  );
  expect(said).not.toMatch(FOR_PROGRAMMERS);
  expect(status).toBe(3);
});
