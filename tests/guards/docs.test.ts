import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import privacy from '../../content/privacy.md?raw';
import { SPARED_DAYS } from '../../content/retention.ts';
import { NOTICE_WORDS } from '../../domain/setting-texts.ts';
import { settingEntries } from '../../domain/settings.ts';
import { RELEASE } from '../../prove/update/release-site.ts';
import { SECRETS } from '../../server/watch/folder.ts';
import { pathNow, ROOT, sources } from '../support/sources.ts';
import { decisions } from './decisions.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const config = read('server/core/config.ts');
const variables = [
  ...new Set([...config.matchAll(/(?:\(\s*'|environment\.)([A-Z_]{4,})/g)].map(([, name]) => name ?? '')),
].sort();

const GUIDES = readdirSync(join(ROOT, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const DOCUMENTS = ['README.md', 'SPEC.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'CHANGELOG.md', ...GUIDES];
/** The owner's handbook: settings, commands, accounts, retention, backup. */
const HANDBOOK = 'docs/operar.md';

test('.env.example has exactly the variables the server reads, each with a comment', () => {
  const example = read('.env.example');
  expect([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name).sort()).toEqual(variables);
  for (const block of example.split(/\n\n/)) expect(block).toMatch(/^# /);
});

test('the settings table names every variable', () => {
  const rows = read(HANDBOOK)
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(variables.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)))).toEqual(
    [],
  );
});

test('.env.example marks what is secret, and nothing else', () => {
  const secrets = read('.env.example')
    .split(/\n\n/)
    .slice(1) // which says what the mark means
    .filter((block) => block.includes('SEGREDO'))
    .map((block) => SECRETS.filter((name) => block.includes(`\n${name}=`)));
  expect(secrets.flat().sort()).toEqual(SECRETS.filter((name) => variables.includes(name)).sort());
  expect(secrets.filter((names) => names.length === 0)).toEqual([]);
  expect(read('.env.example')).not.toMatch(/nada aqui é segredo/);
});

/** What an owner runs; every other script is a developer's. */
const OWNERS =
  'admin audit backup build data demo:data desk doctor incident keys restore retention start supabase';

test('every npm command that a document names exists; the handbook names the owner’s alone, CONTRIBUTING the others', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  /** Without the versions of the past, which name what they had. */
  const textOf = (file: string) =>
    file === 'CHANGELOG.md'
      ? read(file)
          .split(/^## \[/m)
          .slice(0, 2)
          .join('')
      : read(file);
  const namedIn = (file: string) => [
    ...new Set(
      [...textOf(file).matchAll(/npm (?:run ([a-z0-9:]+)|(start|test))/g)].map(([, a, b]) => a ?? b ?? ''),
    ),
  ];
  expect(DOCUMENTS.flatMap(namedIn).filter((name) => !(name in scripts))).toEqual([]);
  expect(namedIn(HANDBOOK).sort().join(' ')).toBe(OWNERS);
  const others = namedIn('CONTRIBUTING.md');
  expect(
    Object.keys(scripts).filter((name) => !OWNERS.split(' ').includes(name) && !others.includes(name)),
  ).toEqual([]);
});

test('the handbook does by a command what SQL would do, but on Supabase, and what gives a site its direção back', () => {
  const lines = read(HANDBOOK).split('\n');
  const sql = lines.filter((line) => /`\s*(?:select|update|insert|delete|alter)\s/i.test(line));
  expect(sql.filter((line) => !line.includes('No Supabase, no SQL Editor'))).toEqual([]);
  expect(lines.filter((line) => /no banco:? `|private\./.test(line) && !sql.includes(line))).toEqual([]);
  const ways = 'disable E-MAIL|enable E-MAIL|password E-MAIL|role E-MAIL direcao|add E-MAIL direcao'.split(
    '|',
  );
  expect(ways.filter((way) => !lines.join('\n').includes(`\`npm run admin -- ${way}\``))).toEqual([]);
});

test('package.json, its lock, CHANGELOG, the tags in documents and the proof of updates name one version, and the one before', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);

  const headings = [...read('CHANGELOG.md').matchAll(/^## (?!\[Não lançada\]$)(.+)$/gm)];
  const released = headings.map(
    ([, text = '']) => /^\[(\d+\.\d+\.\d+)\] – (\d{4}-\d\d-\d\d)$/.exec(text) ?? [text],
  );
  const days = released.map(([, , day = '']) => day);
  expect(released.filter(({ length }) => length < 3)).toEqual([]);
  expect(days).toEqual(days.toSorted().reverse());
  const [newest, before] = released.map(([, number]) => number);
  expect(newest).toBe(version);

  const tags = (file: string, tag: RegExp) => [
    ...new Set([...read(file).matchAll(tag)].map(([, number]) => number)),
  ];
  expect(tags(HANDBOOK, /git checkout v([\d.]+\d)/g)).toEqual([version, before]);
  expect(tags('CONTRIBUTING.md', /tag `v([\d.]+\d)`/g)).toEqual([before]);
  expect(RELEASE).toBe(`v${before}`);
});

test('the README begins with the two commands that do everything, and with Node alone', () => {
  const [, title, section = ''] = /^## (.+)\n([\s\S]*?)(?=^## )/m.exec(read('README.md')) ?? [];
  const [needed = '', commands] = section.split(/^```(?:sh)?\n/m);
  expect(title).toBe('Começar');
  expect(commands?.trim().split('\n')).toEqual(['npm start', 'npm test']);
  expect(needed).toMatch(/^\s*É preciso ter \[Node\.js\]\([^)]+\) .*Mais nada: o PostgreSQL vem junto\./);
  expect(needed).not.toMatch(/`|\b(?:npm|npx|apt|docker|git)\b/);

  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const started = new Set(
    ['start', 'test'].map((name) => /scripts\/\S+/.exec(scripts[name] ?? '')?.[0] ?? ''),
  );
  for (const file of started) {
    const imported = [...read(file).matchAll(/^(?:import|\} from).*'([^']+)';$/gm)].map(
      ([, name = '']) => name,
    );
    expect(imported.filter((name) => !/^(?:node:|\.\.?\/)/.test(name))).toEqual([]); // nothing is installed yet
    for (const name of imported) if (name.startsWith('.')) started.add(join(dirname(file), name));
  }
  expect(scripts).not.toHaveProperty('prestart');
  expect(scripts).not.toHaveProperty('pretest');
});

test('where no Chromium can be had, the tests end with what to install', () => {
  const wanted = `import('./kit/browser.ts').then((module) => module.ensureBrowser())
    .catch(async (error) => (await import('./scripts/fail.mjs')).fail(error))`;
  // neither the machine's, nor Debian's, nor Playwright's, which has no folder to go to
  const env = { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/dev/null' };
  const { status, stderr } = spawnSync(process.execPath, ['-e', wanted], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  expect(status).toBe(3);
  expect(stderr.trim().split('\n').at(-1)).toMatch(
    /^Falta o Chromium.*sudo apt-get install chromium-headless-shell;.*CHROMIUM=/,
  );
});

test('every path that a document names is there', () => {
  const named = DOCUMENTS.flatMap((file) =>
    [
      ...read(file).matchAll(
        /`((?:app|bench|content|domain|e2e|kit|prove|scripts|server|supabase|tests)\/[\w./-]+\.(?:tsx?|mjs|css|sql))`/g,
      ),
    ].map(([, path = '']) => ({ file, path })),
  );
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the README links to every guide, and every relative link of a document leads somewhere', () => {
  expect(GUIDES.filter((file) => !read('README.md').includes(`](${file})`))).toEqual([]);
  const dead = DOCUMENTS.flatMap((file) =>
    [...read(file).matchAll(/\]\((?![a-z]+:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(
      ([, target = '', anchor = '']) => {
        const path = target === '' ? file : join(dirname(file), target);
        const there = existsSync(join(ROOT, path)) && (anchor === '' || anchorsOf(path).includes(anchor));
        return there ? [] : `${file}: ${target}#${anchor}`;
      },
    ),
  );
  expect(dead).toEqual([]);
});

/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What may be cited, by its name in a citation, with every number it has. */
const NUMBERED: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  ['SPEC', 'docs/contract.md', 'docs/odd-inputs.md', 'docs/security.md', 'docs/ux.md'].map((name) => {
    const text = read(name === 'SPEC' ? 'SPEC.md' : name);
    const headings = [...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => `§${number}`);
    const rows = [...text.matchAll(/^\| ((?:[TD])?\d+) \|/gm)].map(([, number]) => number ?? '');
    return [name, new Set([...headings, ...rows])];
  }),
);
/** What still decides something and may be cited, by its number or by that of an entry that took it in. */
const DECIDED = new Set(decisions().flatMap(({ number, also }) => [number, ...also]));

/** Standards and laws: cited, and not ours to hold. */
const OUTSIDE = /(?:ECMA-376|XML 1\.0|ISO\/IEC|RFC|Resolution CD\/ANPD)/;

const FOLDERS = [
  'app',
  'bench',
  'content',
  'domain',
  'e2e',
  'kit',
  'prove',
  'scripts',
  'server',
  'supabase',
  'tests',
];
const CODE = sources(
  FOLDERS.filter((folder) => existsSync(join(ROOT, folder))),
  /\.(?:tsx?|mjs|js|css|sql|toml)$/,
)
  .filter(({ path }) => path !== 'tests/guards/docs.test.ts')
  .map(({ path, text }) => ({ path, text: text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)[ \t]?/g, ' ') }));

/** A numbered document and what is cited of it: sections, calls, threats, switches, rows, one or a list. */
const CITATION =
  /(SPEC|docs\/[\w-]+\.md)((?:(?:,? (?:and|to) |[,;]? ?\(?|–)(?:(?:rows?|calls?) )?(?:§\d+(?:\.\d+)?|[TD]\d+|\d+(?![\w.-]))\)?)+)/g;

function citationsIn(text: string): [name: string, number: string][] {
  return [...text.matchAll(CITATION)].flatMap(([, name = '', numbers = '']) =>
    [...numbers.matchAll(/§\d+(?:\.\d+)?|[TD]?\d+/g)].map(([number]): [string, string] => [name, number]),
  );
}

describe('a citation in the code', () => {
  const cited = (pattern: RegExp) =>
    CODE.flatMap(({ path, text }) => [...text.matchAll(pattern)].map((match) => ({ path, match })));

  test('names a document by its path in the repository', () => {
    const named = cited(/(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)\b/g);
    expect(
      named.flatMap(({ path, match: [, file = ''] }) =>
        existsSync(join(ROOT, file)) ? [] : `${path}: ${file}`,
      ),
    ).toEqual([]);
  });

  test('names a source file by its path in the repository', () => {
    const path =
      /(?<![\w/.-])((?:app|bench|content|domain|e2e|kit|prove|scripts|server|tests)\/[\w/-]+\.(?:(?:test|e2e)\.)?(?:tsx?|mjs|css))\b/g;
    const named = cited(path).filter(({ path: file }) => !/\.test\.tsx?$/.test(file));
    expect(named.length).toBeGreaterThan(20);
    expect(
      named.flatMap(({ path, match: [, file = ''] }) =>
        existsSync(join(ROOT, pathNow(file, path))) ? [] : `${path}: ${file}`,
      ),
    ).toEqual([]);
  });

  test('names a section, row or threat that the document has', () => {
    const all = CODE.flatMap(({ path, text }) => citationsIn(text).map((citation) => ({ path, citation })));
    expect(all.length).toBeGreaterThan(100);
    expect(
      all.flatMap(({ path, citation: [name, number] }) =>
        NUMBERED[name]?.has(number) ? [] : `${path}: ${name} ${number}`,
      ),
    ).toEqual([]);
  });

  test('says of which document each section and threat is', () => {
    const loose = CODE.flatMap(({ path, text }) => {
      const rest = text.replace(CITATION, '');
      return [...rest.matchAll(/§\d|(?<![\w-])T\d{2}(?![\w:])/g)].flatMap(({ index }) => {
        const before = rest.slice(Math.max(0, index - 40), index);
        return OUTSIDE.test(before) ? [] : `${path}: …${before}${rest.slice(index, index + 8)}`;
      });
    });
    expect(loose).toEqual([]);
  });

  test('begins with a document, a decision or a standard after Source:', () => {
    const known = /^(?:SPEC §|docs\/[\w-]+\.md|decisions? \d|mirrors )/;
    expect(
      cited(/\bSource:\s*(.{0,40})/g).flatMap(({ path, match: [, what = ''] }) =>
        known.test(what) || OUTSIDE.test(what.slice(0, 20)) ? [] : `${path}: ${what}`,
      ),
    ).toEqual([]);
  });

  test('names a decision that exists', () => {
    const numbers = cited(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/g).flatMap(({ path, match }) =>
      [...(match[1] ?? '').matchAll(/\d+/g)].map(([number]) => ({ path, number })),
    );
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter(({ number }) => !DECIDED.has(number))).toEqual([]);
  });
});

test('documents cite each other and decisions by what is there', () => {
  const wrong = DOCUMENTS.flatMap((file) => {
    const text = read(file);
    const sections = citationsIn(text).filter(([name, number]) => !NUMBERED[name]?.has(number));
    const decisions = [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)]
      .flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
      .filter((number) => !DECIDED.has(number));
    const files = [...text.matchAll(/(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(join(ROOT, name)) && !existsSync(join(ROOT, dirname(file), name)));
    return [
      ...sections.map((one) => one.join(' ')),
      ...decisions.map((one) => `decision ${one}`),
      ...files,
    ].map((what) => `${file}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

test('retention is stated as the settings have it: handbook, record of processing, privacy notice', () => {
  const settings = settingEntries.flatMap(([column, setting]) =>
    setting.kind === 'retention' ? { column, unit: setting.unit, term: setting.default } : [],
  );
  const rows = (file: string, cell: RegExp) =>
    read(file)
      .split('\n')
      .flatMap((line) => {
        const column = /`(guardar_\w+)`/.exec(line)?.[1];
        const term = cell.exec(line)?.[1];
        return column && term ? { column, term } : [];
      });
  const stated = settings.map(({ column, term }) => ({ column, term: String(term ?? 'desligado') }));
  expect(stated.length).toBe(7);
  expect(rows(HANDBOOK, /\| (\d+|desligado) \|/)).toEqual(stated);
  expect(rows('docs/registro-de-tratamento.md', /\| (\d+ (?:dias|meses)|desligado) \|$/)).toEqual(
    settings.map(({ column, unit, term }) => ({ column, term: term ? `${term} ${unit}` : 'desligado' })),
  );

  const notice = /\{#prazo\}[^#]*/
    .exec(privacy)?.[0]
    .replace(/\{([a-z-]+)\}/g, (_, name: keyof typeof NOTICE_WORDS) => NOTICE_WORDS[name]({}))
    .replace('{sparedDays}', `${SPARED_DAYS}`);
  const promised = [
    'documento_dias',
    'nao_aprovada_meses',
    'espera_meses',
    'participante_meses',
    'sem_decisao_meses',
    'sem_responsavel_dias',
  ].map((name) => {
    const setting = settings.find(({ column }) => column === `guardar_${name}`);
    return `${setting?.term} ${setting?.unit}`;
  });
  const byHand = [`${SPARED_DAYS} dias`, '30 dias']; // the document, and copies as the record of processing has them
  expect([...(notice ?? '').matchAll(/\d+ (?:dias|meses)/g)].map(([term]) => term)).toEqual([
    ...promised,
    ...byHand,
  ]);
  const record = read('docs/registro-de-tratamento.md');
  for (const text of [
    `por mais ${SPARED_DAYS} dias`,
    'Cópias de segurança: apague as que têm mais de 30 dias',
  ])
    expect(record).toContain(text);
});
