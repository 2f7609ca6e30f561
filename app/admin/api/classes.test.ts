import { expect, test } from 'vitest';
import { tableError } from '../../api/client.ts';
import { isClassFull } from './classes.ts';

test.each([
  ['turma-cheia', true],
  [undefined, false], // an attempt that was used for something else
])('a conflict with the hint %s is of a full class: %s', (hint, full) =>
  expect(isClassFull(tableError({ status: 409, error: { code: 'PT409', hint } }))).toBe(full),
);
