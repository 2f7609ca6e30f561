import { expect, test } from 'vitest';
import { guardianFields, guardianProblems, storedGuardianAnswer } from './given-guardian.ts';
import type { GuardianAnswer } from './missing-guardian.ts';

const TODAY = '2026-11-25';
const BOTH: GuardianAnswer[] = ['nomeResponsavel', 'telefoneResponsavel'];

test('what is missing is asked for as in the form, in its order', () => {
  expect(guardianFields([...BOTH].reverse()).map(({ name, label }) => [name, label])).toEqual([
    ['nomeResponsavel', 'Nome do responsável'],
    ['telefoneResponsavel', 'Telefone do responsável'],
  ]);
  expect(guardianFields(['telefoneResponsavel']).map(({ name }) => name)).toEqual(['telefoneResponsavel']);
});

test.each([
  [{ nomeResponsavel: 'Responsável de Teste', telefoneResponsavel: '(62) 98888-0001' }, []],
  [{ nomeResponsavel: ' ', telefoneResponsavel: '' }, BOTH],
  [{ nomeResponsavel: 'Responsável de Teste', telefoneResponsavel: '123' }, ['telefoneResponsavel']],
  [{ nomeResponsavel: 'x'.repeat(121), telefoneResponsavel: '62 98888-0001' }, ['nomeResponsavel']],
])('of %j the form’s rules refuse %j', (typed, names) => {
  expect(Object.keys(guardianProblems(typed, BOTH, TODAY)).sort()).toEqual([...names].sort());
});

test('nothing is said of an answer that is not missing', () => {
  const typed = { telefoneResponsavel: '(62) 98888-0001' };
  expect(guardianProblems(typed, ['telefoneResponsavel'], TODAY)).toEqual({});
});

test('they are stored as the form stores them', () => {
  expect(storedGuardianAnswer('nomeResponsavel', '  Responsável   de Teste ')).toBe('Responsável de Teste');
  expect(storedGuardianAnswer('telefoneResponsavel', '+55 (62) 98888-0001')).toBe('62988880001');
  expect([
    storedGuardianAnswer('nomeResponsavel', ' '),
    storedGuardianAnswer('telefoneResponsavel', undefined),
  ]).toEqual([null, null]);
});
