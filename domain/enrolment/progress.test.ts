import { expect, test } from 'vitest';
import { ANSWERS } from '../../tests/support/people.ts';
import { EMPTY_ENROLMENT } from './enrolment.ts';
import { nothingYet, progressOf } from './progress.ts';
import { DEFAULT_RULES } from './rules.ts';

const TODAY = '2026-11-21';
const COMPLETE = { ...ANSWERS, dataNascimento: '05/03/1990', idade: '36' };

test('an empty form has the white belt, and each part says how many answers it lacks', () => {
  expect(nothingYet()).toEqual({
    good: 0,
    total: 15,
    belt: 'branca',
    missing: [4, 1, 4, null, 1, 5],
    hasGuardian: false,
  });
  expect(progressOf(EMPTY_ENROLMENT, TODAY)).toEqual(nothingYet());
});

test('all required answers valid give the black belt, and complete the five parts that require any', () => {
  expect(progressOf(COMPLETE, TODAY)).toEqual({
    good: 15,
    total: 15,
    belt: 'preta',
    missing: [0, 0, 0, null, 0, 0],
    hasGuardian: false,
  });
});

test.each([
  [3, 'branca'],
  [4, 'azul'],
  [8, 'roxa'],
  [12, 'marrom'],
  [14, 'marrom'],
])('%i valid answers of 15 give the belt %s', (wanted, belt) => {
  const names = Object.keys(COMPLETE).filter((name) => COMPLETE[name as 'cpf']) as 'cpf'[];
  const answers = { ...EMPTY_ENROLMENT };
  for (const name of names.slice(0, wanted)) answers[name] = COMPLETE[name];
  expect(progressOf(answers, TODAY)).toMatchObject({ good: wanted, belt });
});

test('a wrong answer does not count, nor does its part', () => {
  expect(progressOf({ ...COMPLETE, email: 'sem arroba' }, TODAY)).toMatchObject({
    good: 14,
    missing: [0, 0, 1, null, 0, 0],
  });
});

test('a medical condition adds one required answer', () => {
  expect(progressOf({ ...COMPLETE, condicaoMedica: 'sim' }, TODAY)).toMatchObject({
    good: 15,
    total: 16,
    missing: [0, 0, 0, null, 0, 1],
  });
});

test('an e-mail that is not required counts in nothing', () => {
  const rules = { ...DEFAULT_RULES, emailObrigatorio: false };
  expect(nothingYet(rules)).toMatchObject({ good: 0, total: 14, missing: [4, 1, 3, null, 1, 5] });
  expect(progressOf(EMPTY_ENROLMENT, TODAY, rules)).toEqual(nothingYet(rules));
  expect(progressOf({ ...COMPLETE, email: '' }, TODAY, rules)).toMatchObject({ good: 14, belt: 'preta' });
});

test('an answer that strict rules refuse does not count under them', () => {
  const rules = { ...DEFAULT_RULES, validacaoEstrita: true };
  expect(progressOf({ ...COMPLETE, cpf: '529.982.247-26' }, TODAY, rules)).toMatchObject({
    good: 14,
    missing: [0, 1, 0, null, 0, 0],
  });
});

test.each([
  ['05/03/2016', '', '', [1, 2]], // a child of ten
  ['05/03/2016', 'Responsável de Teste', ' ', [1, 1]],
  ['05/03/2016', '', '(62) 90000-0001', [0, 1]],
  ['05/03/2016', 'Responsável de Teste', '(62) 90000-0001', [0, 0]],
  ['22/11/2008', '', '', [1, 2]], // 18 tomorrow
  ['21/11/2008', '', '', [null, null]], // 18 today
  ['', '', '', [null, null]],
  ['31/02/2016', '', '', [null, null]],
])(
  'born on %j with the guardian %j and %j the guardians’ part lacks, as it is and where the rules require a guardian, %j, and the belt nothing',
  (dataNascimento, nomeResponsavel, telefoneResponsavel, lacks) => {
    const answers = { ...COMPLETE, dataNascimento, nomeResponsavel, telefoneResponsavel };
    const rules = [DEFAULT_RULES, { ...DEFAULT_RULES, responsavelObrigatorio: true }];
    expect(rules.map((rule) => progressOf(answers, TODAY, rule).missing[3])).toEqual(lacks);
    expect(progressOf(answers, TODAY).total).toBe(15);
  },
);
