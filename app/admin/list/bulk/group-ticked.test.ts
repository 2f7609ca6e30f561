import { expect, test } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { familiesToTell } from './families.ts';
import { groupTicked } from './group-ticked.ts';

const person = (nomeCompleto: string, changes: Partial<ListedEnrolment> = {}): ListedEnrolment =>
  ({
    id: nomeCompleto,
    nomeCompleto,
    idade: 30,
    situation: 'nova',
    telefoneWhatsapp: '62900000001',
    repeatedOf: null,
    guardianConfirmed: false,
    toNotify: true,
    ...changes,
  }) as ListedEnrolment;
const names = (rows: readonly ListedEnrolment[]) => rows.map(({ nomeCompleto }) => nomeCompleto);

const rows = [
  person('Ana'),
  person('Bia', { mayBeRepeated: true }),
  person('Caio', { idade: 12, repeatedOf: 'x' }),
  person('Davi', { idade: 12, nomeResponsavel: 'Eva', telefoneResponsavel: '62900000009' }),
  person('Enzo', { idade: 12, guardianConfirmed: true }),
  person('Fabi', {
    idade: 12,
    guardianName: 'Guto',
    guardianPhone: '62900000008',
    hasNewGuardian: true,
  }),
  person('Flora', { situation: 'aprovada' }),
  person('Gil', { situation: 'lista-de-espera' }),
];

test('who may be repeated and a minor without a guardian, or one that nobody confirmed, need a word each before they are approved', () => {
  const { sure, warned, left } = groupTicked(rows, 'approve');
  expect(names(sure)).toEqual(['Ana', 'Davi', 'Enzo', 'Gil']);
  expect(warned.map(({ row, warnings }) => [row.nomeCompleto, ...warnings])).toEqual([
    ['Bia', words.repeated],
    ['Caio', words.repeated, words.noGuardian],
    ['Fabi', 'responsável informado pelo link, não conferido'],
  ]);
  expect(names(left)).toEqual(['Flora']);
});

test('a class is given to who is approved or waits, and nobody is warned of then', () => {
  const { sure, warned, left } = groupTicked(rows, 'class');
  expect(names(sure)).toEqual(['Flora', 'Gil']);
  expect(warned).toEqual([]);
  expect(names(left)).toEqual(['Ana', 'Bia', 'Caio', 'Davi', 'Enzo', 'Fabi']);
});

test('one card for each number that is called first, of those who wait to be told alone', () => {
  const families = familiesToTell([
    person('Ana', { situation: 'aprovada' }),
    person('Irmã', { situation: 'aprovada', idade: 9, telefoneResponsavel: '(62) 90000-0001' }),
    person('Outro', { situation: 'aprovada', newPhone: '62900000002' }),
    person('Sem Número', { situation: 'aprovada', telefoneWhatsapp: '' }),
    person('Já Avisada', { toNotify: false }),
  ]);
  expect(families.map(names)).toEqual([['Ana', 'Irmã'], ['Outro'], ['Sem Número']]);
});
