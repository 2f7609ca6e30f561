import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { parseEnvironment, readEnvironmentFile } from './environment-file.mjs';

const TEXT = 'SITE_URL=https://www.exemplo.com.br\r\nADMIN_PASSWORD=açaí com mel 2026\r\n# São Paulo\r\n';
const VALUES = { SITE_URL: 'https://www.exemplo.com.br', ADMIN_PASSWORD: 'açaí com mel 2026' };
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a .env is read as it was saved', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, the low byte first', utf16(`\ufeff${TEXT}`)],
    ['UTF-16, the high byte first', utf16(`\ufeff${TEXT}`).swap16()],
    ['UTF-16 without its mark', utf16(TEXT)],
    ['UTF-16 without its mark, the high byte first', utf16(TEXT).swap16()],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
    ['with the line ends of Unix', Buffer.from(TEXT.replaceAll('\r\n', '\n'))],
    ['with the line ends of old Macs', Buffer.from(TEXT.replaceAll('\r\n', '\r'))],
  ])('%s', (_how, bytes) => {
    expect(parseEnvironment(bytes)).toEqual(VALUES);
  });
});

test.each([
  ['PASSWORD=senha#boa', 'senha#boa'],
  ['PASSWORD=#senha', '#senha'],
  ['PASSWORD="senha # boa"', 'senha # boa'],
  ['PASSWORD=\'senha # "boa"\' # da direção', 'senha # "boa"'],
  ['PASSWORD="senha"# da direção', 'senha'],
  ['PASSWORD=senha # da direção #2', 'senha'],
  ['PASSWORD= # nenhuma', ''],
  ['PASSWORD=', ''],
  ['PASSWORD=""', ''],
  ['  export  PASSWORD = senha boa  ', 'senha boa'],
  ['PASSWORD=\tsenha\t', 'senha'],
  ['PASSWORD= "  senha  " ', '  senha  '],
  ['PASSWORD=`d"agua d\'ouro`', 'd"agua d\'ouro'],
  ["PASSWORD=d'agua", "d'agua"],
  ['PASSWORD="uma\\noutra"', 'uma\noutra'],
  ["PASSWORD='uma\\noutra'", 'uma\\noutra'],
  ['PASSWORD=a=b$c\\d', 'a=b$c\\d'],
  ['PASSWORD=antes\nPASSWORD=depois', 'depois'],
])('%j gives %j', (text, value) => {
  expect(parseEnvironment(Buffer.from(`# antes\n\nFIRST=1\n${text}\nLAST=9\n`))).toEqual({
    FIRST: '1',
    PASSWORD: value,
    LAST: '9',
  });
});

test.each([
  ['ADMIN_PASSWORD: segredo', 'linha 2: escreva NOME=valor, ou # no começo do que é só nota'],
  ['ADMIN PASSWORD=segredo', 'linha 2: escreva NOME=valor, ou # no começo do que é só nota'],
  ['=segredo', 'linha 2: escreva NOME=valor, ou # no começo do que é só nota'],
  ['ADMIN_PASSWORD="segredo"mais"', 'linha 2: em ADMIN_PASSWORD há texto depois das aspas que fecham'],
  ['ADMIN_PASSWORD="segredo', 'linha 2: em ADMIN_PASSWORD as aspas que abrem não fecham'],
])('%j is refused in a sentence that does not tell the value', (line, why) => {
  const parse = () => parseEnvironment(Buffer.from(`PORT=3000\n${line}\nHOST=127.0.0.1\n`));
  expect(parse).toThrow(
    expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(why) }),
  );
  expect(parse).not.toThrow(/segredo/);
});

test('a folder, or a link to nothing, in the place of .env is refused in a sentence', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'gone'), join(folder, 'link'));
  for (const [name, code] of [
    ['folder', 'EISDIR'],
    ['link', 'ENOENT'],
  ] as const)
    expect(() => readEnvironmentFile(join(folder, name))).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringMatching(`${name} está aí, e não pode ser lido \\(${code}\\)`),
      }),
    );
  expect(() => readEnvironmentFile(join(folder, 'none'))).not.toThrow();
});

test('what the environment says already wins, also when it is empty', () => {
  const file = join(newFolder(), '.env');
  writeFileSync(file, 'CC_TEST_SET=from file\nCC_TEST_EMPTY=from file\nCC_TEST_NEW=from file\n');
  Object.assign(process.env, { CC_TEST_SET: 'before', CC_TEST_EMPTY: '' });
  onTestFinished(() => {
    for (const name of ['SET', 'EMPTY', 'NEW']) delete process.env[`CC_TEST_${name}`];
  });
  readEnvironmentFile(file);
  expect(process.env).toMatchObject({ CC_TEST_SET: 'before', CC_TEST_EMPTY: '', CC_TEST_NEW: 'from file' });
});
