import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendErasures, type Erasure, readErasures, stateOf } from './erasure-list.ts';
import { FolderMissing, followErasures } from './erasures.ts';

const one: Erasure = {
  inscricao: '00000000-0000-4000-8000-000000000001',
  o_que: 'inscricao',
  envio: '00000000-0000-4000-8000-000000000002',
  apagado_em: '2026-11-22T10:00:00.000001Z',
};
const other: Erasure = { ...one, o_que: 'documento', envio: null };

let folder = '';
const file = () => join(folder, 'apagamentos.jsonl');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cc-erasures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('erasures are added at the end, and read as they were', () => {
  expect(readErasures(folder)).toEqual([]);
  appendErasures(folder, [one]);
  const before = stateOf(folder);
  appendErasures(folder, [other]);
  expect(readErasures(folder)).toEqual([one, other]);
  expect(stateOf(folder, 1)).toEqual(before);
  expect(stateOf(folder, 3)).toBeNull();
});

test('a last line that was cut off is mended; a changed one is refused', () => {
  appendErasures(folder, [one]);
  appendFileSync(file(), '{"inscricao":"0000');
  expect(readErasures(folder)).toEqual([one]);
  appendErasures(folder, [other]);
  expect(readErasures(folder)).toEqual([one, other]);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('000000000002', '000000000003'));
  expect(() => readErasures(folder)).toThrow(/apagamentos\.jsonl, está estragada\. Nada foi mudado/);
});

test('each list gets what the database or the other list knows; a folder that is away is told, not made', async () => {
  const copies = mkdtempSync(join(tmpdir(), 'cc-erasures-'));
  writeFileSync(join(copies, 'instalacao.json'), '{"id":"x","geracao":1}');
  appendErasures(copies, [other]);
  const query = async () => ({ rows: [one] as never[] });
  expect(await followErasures({ query, dataDir: folder, copies })).toBe(2);
  expect(await followErasures({ query, dataDir: folder, copies })).toBe(2);
  expect([readErasures(folder), readErasures(copies)]).toEqual([
    [one, other],
    [other, one],
  ]);
  rmSync(copies, { recursive: true });
  await expect(followErasures({ query, dataDir: folder, copies })).rejects.toThrow(FolderMissing);
});
