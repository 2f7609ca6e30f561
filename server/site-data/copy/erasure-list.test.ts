import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../../tests/support/files.ts';
import { appendErasures, type Erasure, readErasures, stateOf } from './erasure-list.ts';

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
  folder = newFolder();
});

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

const line = (more: object = {}) => JSON.stringify({ ...one, ...more }).slice(0, -1);
/** A line with its sum, which whoever can write the file can make. */
const forged = (text: string) =>
  `${text},"soma":"${createHash('sha256').update(text).digest('hex').slice(0, 8)}"}`;

test.each([
  ['another sum', line({ motivo: 'espera' }) + forged(line()).slice(-19)],
  ['no sum', `${line()}}`],
  ['the end of another system', `${forged(line())}\r`],
  ['a NUL in it', forged(`${line()}\u0000`)],
  ['an escaped NUL', forged(line({ motivo: '\u0000' }))],
  ['a half letter', forged(line({ motivo: '\ud800' }))],
  ['SQL', forged(line({ inscricao: `${one.inscricao}'; drop table x; --` }))],
  ['no id', forged(line({ inscricao: 'todas' }))],
  ['no id at all', forged(line({ inscricao: undefined }))],
  ['a list of ids', forged(line({ inscricao: [one.inscricao] }))],
  ['an id in capitals', forged(line({ inscricao: 'ABCDEF00-0000-4000-8000-000000000001' }))],
  ['another thing than an enrolment or document', forged(line({ o_que: 'tudo' }))],
  ['a document that is an object', forged(line({ envio: { a: 1 } }))],
  ['a day that there is not', forged(line({ apagado_em: '2026-02-30T10:00:00.000001Z' }))],
  ['no end of time', forged(line({ apagado_em: 'infinity' }))],
  ['another zone', forged(line({ apagado_em: '2026-11-22T10:00:00.000001-03:00' }))],
  ['something more', forged(line({ linhas: 7 }))],
  ['a given-back that is a word', forged(line({ devolvida: 'sim' }))],
  ['no JSON', forged('{"inscricao":')],
  ['nothing', ''],
])('a line with %s is refused with the list, and what can be read of it is the rest', (_what, bad) => {
  appendErasures(folder, [one]);
  appendFileSync(file(), `${bad}\n`);
  appendErasures(folder, [other]);
  expect(() => readErasures(folder)).toThrow(/está estragada\. Nada foi mudado/);
  expect(readErasures(folder, 'damaged')).toEqual([one, other]);
});
