import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { removeStaleTemporaryFiles } from './stale-temporary-files.ts';

test('drafts of processes that ended are removed, those of a live one and everything else stay', async () => {
  const folder = newFolder();
  const live = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => ended.once('exit', resolve));
  const dead = (number: number | undefined) => [
    `owner.${number}`,
    `owner.dead.${number}`,
    `.pw-${number}`,
    `keys.json.${number}`,
    `instalacao.json.${number}`,
    `instalacao.${number}`,
    `avisos.json.${number}`,
    `pasta-das-copias.${number}`,
  ];
  const staying = [`owner.${live.pid}`, 'owner', 'keys.json', 'postgresql.log.1', 'instalacao', 'lastro'];
  for (const name of [...dead(ended.pid), ...dead(process.pid), ...staying])
    writeFileSync(join(folder, name), '');
  removeStaleTemporaryFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(staying.sort());
  removeStaleTemporaryFiles(join(folder, 'missing'));
  live.kill('SIGKILL');
});
