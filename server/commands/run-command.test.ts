import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { folderForTests } from '../../tests/support/files.ts';
import { ROOT, sources } from '../../tests/support/sources.ts';
import { COMMANDS, type CommandName } from './registry.ts';
import { runCommand } from './run-command.ts';

/** Arguments that each command takes. */
const GOOD: Record<CommandName, string[]> = {
  admin: ['list'],
  audit: [],
  incident: ['--from', '2020-01-01', '--to', '2020-01-02'],
  retention: ['--apaga-ja', '00000000', 'ordem_judicial'],
  desk: [],
  data: [],
  keys: ['rotate'],
  doctor: [],
  backup: ['--to', join(tmpdir(), 'cc-no-copies')],
  restore: ['copia-que-nao-existe'],
  supabase: ['push'],
  'demo:data': ['1'],
};
const NAMES = Object.keys(COMMANDS) as CommandName[];

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const dataDir = folderForTests();
let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

describe.each(NAMES)('npm run %s', (name) => {
  const run = (args: string[], environment: Record<string, string>) => runCommand(name, args, environment);

  test('is a script of package.json, and in a table of the README or of docs/', () => {
    expect(scripts[name]).toBe(`node scripts/command.mjs ${name}`);
    const guides = sources(['docs'], /\.md$/).map(({ text }) => text);
    const named = [readFileSync(join(ROOT, 'README.md'), 'utf8'), ...guides].join('\n');
    expect(named).toMatch(new RegExp(`npm run ${name}\\b`));
  });

  test.each(['--help', '-h'])('prints its usage with %s, and touches nothing', async (flag) => {
    expect(await run([flag], { DATA_DIR: dataDir })).toBe(0);
    expect(said).toMatch(new RegExp(`^Uso: npm run ${name}\\b`));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each(['nada disso', '--nada', '1 2 3'])('refuses "%s", and touches nothing', async (typed) => {
    expect(await run(typed.split(' '), { DATA_DIR: dataDir })).toBe(2);
    expect(said).toMatch(new RegExp(`^[^\\n]+\\.\\nComo se escreve: npm run ${name} -- --help\\n$`));
    expect(said).not.toContain('Uso:');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('names the setting that is wrong', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const args = GOOD[name];
    if (name !== 'supabase')
      await expect(run(args, { DATA_DIR: join(file, 'data') })).rejects.toThrow(/^DATA_DIR: não /);
    await expect(run(args, { DATABASE_URL: 'nada' })).rejects.toThrow(/^DATABASE_URL: use /);
    rmSync(file);
  });
});

const OF_A_SITE = NAMES.filter((name) => !['demo:data', 'restore', 'supabase'].includes(name));

test.each(OF_A_SITE)('npm run %s refuses a folder without a site, and makes none', async (name) => {
  for (const DATA_DIR of [dataDir, join(dataDir, 'typed-wrong')])
    await expect(runCommand(name, GOOD[name], { DATA_DIR })).rejects.toThrow(
      `DATA_DIR: não há um site em ${DATA_DIR}, ou ele é de outra conta. Rode npm start antes, com a conta do site, ou diga a pasta certa`,
    );
  expect(readdirSync(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'typed-wrong'))).toBe(false);
});

test('only demo:data may make a new database', () => {
  expect(NAMES.filter((name) => COMMANDS[name].opens === 'existing or new')).toEqual(['demo:data']);
});

test('every npm script of a command is in the registry', () => {
  const called = Object.values(scripts).flatMap((line) => /command\.mjs (\S+)/.exec(line)?.[1] ?? []);
  expect(called.sort()).toEqual([...NAMES].sort());
});

test.each([
  ['', 0],
  ['--help', 0],
  ['nada', 2],
  ['constructor', 2],
])('the name "%s" lists every command, with exit code %i', async (name, code) => {
  expect(await runCommand(name, [], { DATA_DIR: dataDir })).toBe(code);
  for (const [known, { summary }] of Object.entries(COMMANDS))
    expect(said).toMatch(`${known.padEnd(10)} ${summary}`);
  expect(readdirSync(dataDir)).toEqual([]);
});
