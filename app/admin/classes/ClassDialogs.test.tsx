import { expect, test } from 'vitest';
import { classes } from '../../../content/classes.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { EndClassDialog } from './ClassDialogs.tsx';

test.each([
  [0, 0, false],
  [1, 0, true],
  [0, 2, true],
])('ending a class of %i pupils, %i waiting, asks where they go: %s', (pupils, waiting, asks) => {
  const ended = { id: 'a', name: 'Boxe', active: true, places: null, pupils, waiting } as DeskClass;
  const html = drawn(<EndClassDialog ended={ended} />, ['lista_de_turmas', {}], [ended]);
  expect(html.includes(classes.ending.where)).toBe(asks);
  expect(html.includes('Boxe tem 1 aluno')).toBe(pupils === 1);
});
