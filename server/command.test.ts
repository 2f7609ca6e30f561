import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { command } from './command.ts';
import { demo } from './demo.ts';

/** Every command of the owner, as its script calls it: arguments that it takes, and some that it does not. */
const COMMANDS: [
  name: string,
  run: (args: string[], environment: object) => Promise<number>,
  good: string,
][] = [
  ['admin', (args, environment) => command('admin', args, { ...environment }), 'list'],
  ['audit', (args, environment) => command('audit', args, { ...environment }), ''],
  ['retention', (args, environment) => command('retention', args, { ...environment }), ''],
  [
    'incident',
    (args, environment) => command('incident', args, { ...environment }),
    '--from 2020-01-01 --to 2020-01-02',
  ],
];
const DEMO: (typeof COMMANDS)[0] = ['demo:data', (args, environment) => demo(args, { ...environment }), '1'];

const dataDir = mkdtempSync(join(tmpdir(), 'cc-command-'));
let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(dataDir, { recursive: true }));

describe.each([...COMMANDS, DEMO])('npm run %s', (name, run, good) => {
  test.each(['--help', '-h'])('explains itself with %s, and touches nothing', async (flag) => {
    expect(await run([flag], { DATA_DIR: dataDir })).toBe(0);
    expect(said).toMatch(new RegExp(`^Uso: npm run ${name}\\b`));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each(['nada disso', '--nada', '1 2 3'])('refuses "%s", and touches nothing', async (typed) => {
    expect(await run(typed.split(' '), { DATA_DIR: dataDir })).toBe(2);
    expect(said).toMatch(new RegExp(`^Uso: npm run ${name}\\b`));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('says which setting is wrong', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const args = good === '' ? [] : good.split(' ');
    await expect(run(args, { DATA_DIR: join(file, 'data') })).rejects.toThrow(/^DATA_DIR: não /);
    await expect(run(args, { DATABASE_URL: 'nada' })).rejects.toThrow(/^DATABASE_URL: use /);
    rmSync(file);
  });
});

test.each(COMMANDS)(
  'npm run %s takes a folder without a site for a mistake, and makes none',
  async (_name, run, good) => {
    for (const DATA_DIR of [dataDir, join(dataDir, 'typed-wrong')])
      await expect(run(good === '' ? [] : good.split(' '), { DATA_DIR })).rejects.toThrow(
        `DATA_DIR: não há um site em ${DATA_DIR}. Rode npm start antes, ou diga a pasta certa`,
      );
    expect(readdirSync(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'typed-wrong'))).toBe(false);
  },
);
