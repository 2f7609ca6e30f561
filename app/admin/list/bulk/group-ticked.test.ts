import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { familiesToTell } from './families.ts';
import { groupTicked } from './group-ticked.ts';
import { TellFamily } from './TellFamily.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const CHILD = { dataNascimento: '2014-03-05' };
const person = (nomeCompleto: string, changes: Partial<ListedEnrolment> = {}): ListedEnrolment =>
  ({
    id: nomeCompleto,
    nomeCompleto,
    dataNascimento: '1996-03-05',
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
  person('Caio', { ...CHILD, repeatedOf: 'x' }),
  person('Davi', { ...CHILD, nomeResponsavel: 'Eva', telefoneResponsavel: '62900000009' }),
  person('Enzo', { ...CHILD, guardianConfirmed: true }),
  person('Fabi', {
    ...CHILD,
    guardianName: 'Guto',
    guardianPhone: '62900000008',
    hasNewGuardian: true,
  }),
  person('Grown', { dataNascimento: '2008-12-20', hasNewGuardian: true, guardianName: 'Guto' }), // of age since it was sent
  person('Flora', { situation: 'aprovada' }),
  person('Gil', { situation: 'lista-de-espera' }),
];

test('who may be repeated and a minor without a guardian, or one that nobody confirmed, need a word each before they are approved', () => {
  const { sure, warned, left } = groupTicked(rows, 'approve');
  expect(names(sure)).toEqual(['Ana', 'Davi', 'Enzo', 'Grown', 'Gil']);
  expect(warned.map(({ row, warnings }) => [row.nomeCompleto, ...warnings])).toEqual([
    ['Bia', words.warnings.repeated],
    ['Caio', words.warnings.repeated, words.warnings.noGuardian],
    ['Fabi', words.warnings.guardian],
  ]);
  expect(names(left)).toEqual(['Flora']);
});

test('a class is given to who is approved or waits, and nobody is warned of then', () => {
  const { sure, warned, left } = groupTicked(rows, 'class');
  expect(names(sure)).toEqual(['Flora', 'Gil']);
  expect(warned).toEqual([]);
  expect(names(left)).toEqual(['Ana', 'Bia', 'Caio', 'Davi', 'Enzo', 'Fabi', 'Grown']);
});

test('one card for each number that is called first, of those who wait to be told alone', () => {
  const families = familiesToTell([
    person('Ana', { situation: 'aprovada' }),
    person('Irmã', { situation: 'aprovada', ...CHILD, telefoneResponsavel: '(62) 90000-0001' }),
    person('Outro', { situation: 'aprovada', newPhone: '62900000002' }),
    person('Sem Número', { situation: 'aprovada', telefoneWhatsapp: '' }),
    person('Já Avisada', { toNotify: false }),
  ]);
  expect(families.map(names)).toEqual([['Ana', 'Irmã'], ['Outro'], ['Sem Número']]);
});

test.each([
  [true, words.openChat],
  [false, words.notifiedMeanwhile], // by a colleague
])('a family that waits to be told (%s) when its card comes: %s', (toNotify, text) => {
  const people = [person('Ana')];
  const state = followUp({ toNotify, criteria: { responsavel: false } as never });
  const card = createElement(TellFamily, { people, others: undefined, onNext: () => {} });
  const known = people.map((enrolment) => ({ enrolment, followUp: state }));
  const times = [['retention dates', ['Ana']], []] as const;
  expect(drawn(card, ['to tell', ['Ana']], known, [times])).toContain(text);
});
