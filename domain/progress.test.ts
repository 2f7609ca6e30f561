import { expect, test } from 'vitest';
import { ANSWERS as COMPLETE } from '../tests/people.ts';
import { EMPTY_ENROLMENT } from './enrolment.ts';
import { NOTHING_YET, progressOf } from './progress.ts';

const TODAY = '2026-11-21';

test('an empty form wears the white belt', () => {
  expect(NOTHING_YET).toEqual({ good: 0, total: 15, belt: 'branca', complete: [] });
  expect(progressOf(EMPTY_ENROLMENT, TODAY)).toEqual(NOTHING_YET);
});

test('every required answer good wears the black belt, and completes the five parts that require any', () => {
  expect(progressOf(COMPLETE, TODAY)).toEqual({
    good: 15,
    total: 15,
    belt: 'preta',
    complete: [1, 2, 3, 5, 6],
  });
});

test.each([
  [3, 'branca'],
  [4, 'azul'],
  [8, 'roxa'],
  [12, 'marrom'],
  [14, 'marrom'],
])('%i good answers of 15 wear the belt %s', (wanted, belt) => {
  const names = Object.keys(COMPLETE).filter((name) => COMPLETE[name as 'cpf']) as 'cpf'[];
  const answers = { ...EMPTY_ENROLMENT };
  for (const name of names.slice(0, wanted)) answers[name] = COMPLETE[name];
  expect(progressOf(answers, TODAY)).toMatchObject({ good: wanted, belt });
});

test('a wrong answer does not count, nor does its part', () => {
  expect(progressOf({ ...COMPLETE, email: 'sem arroba' }, TODAY)).toMatchObject({
    good: 14,
    complete: [1, 2, 5, 6],
  });
});

test('who has a medical condition has one answer more to give', () => {
  expect(progressOf({ ...COMPLETE, condicaoMedica: 'sim' }, TODAY)).toMatchObject({
    good: 15,
    total: 16,
    complete: [1, 2, 3, 5],
  });
});
