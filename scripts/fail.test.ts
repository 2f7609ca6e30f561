import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  { code: 'ENOSPC', message: 'write' },
  { code: 'XX000', message: 'could not write init file: No space left on device' }, // PostgreSQL's
])('a full disk is said in our own words: $code', (error) => {
  const script = `import { failInWords } from './fail.mjs'; failInWords(${JSON.stringify(error)});`;
  const args = ['--input-type=module', '-e', script];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Não deu certo: o disco está cheio; libere espaço e rode de novo\n',
  });
});
