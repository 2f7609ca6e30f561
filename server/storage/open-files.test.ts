import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newFolder, openIn } from '../../tests/support/files.ts';
import { copyDocuments } from '../site-data/copy/documents.ts';

// A file that is left open is closed by the garbage collector, which Node.js will call an error one day.

type Documents = Parameters<typeof copyDocuments>[0];

test('a copy that breaks off closes what it had written', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'documents'));
  const bytes = async function* () {
    yield new Uint8Array(10);
  };
  const documents = [1, 2].map(() => ({
    ...{ versao: randomUUID(), guardado: null },
    claro: { bytes: 10, sha256: '' },
  }));
  const copying = copyDocuments(documents as unknown as Documents, {
    read: async (document) => {
      if (document === documents[0]) return bytes();
      await expect.poll(() => readdirSync(join(folder, 'documents'))).toHaveLength(1);
      await pause(50); // the other is written
      throw new Error('the site is gone');
    },
    ...{ folder, recipient: null, stored: new Map() },
  });
  await expect(copying).rejects.toThrow('the site is gone');
  expect(openIn(folder)).toEqual([]);
});
