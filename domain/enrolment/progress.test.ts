import { expect, test } from 'vitest';
import { ANSWERS as COMPLETE } from '../../tests/support/people.ts';
import { EMPTY_ENROLMENT } from './enrolment.ts';
import { NOTHING_YET, progressOf } from './progress.ts';

const TODAY = '2026-11-21';

test('an empty form has the white belt, and each part says how many answers it lacks', () => {
  expect(NOTHING_YET).toEqual({
    good: 0,
    total: 15,
    belt: 'branca',
    missing: [4, 1, 4, null, 1, 5],
  });
  expect(progressOf(EMPTY_ENROLMENT, TODAY)).toEqual(NOTHING_YET);
});

test('all required answers valid give the black belt, and complete the five parts that require any', () => {
  expect(progressOf(COMPLETE, TODAY)).toEqual({
    good: 15,
    total: 15,
    belt: 'preta',
    missing: [0, 0, 0, null, 0, 0],
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
