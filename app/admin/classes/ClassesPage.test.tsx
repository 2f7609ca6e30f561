import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { classes as words } from '../../../content/classes.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { ClassesPage } from './ClassesPage.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-15T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const WHEN = { days: 'Segunda', time: '18:00' };
const BOXE = oneClass('Boxe', { ...WHEN, pupils: 18, waiting: 1 });
const ENDED = oneClass('Capoeira', { ...WHEN, active: false, pupils: 0 });
const FULL = oneClass('Judô', { ...WHEN, pupils: 20, waiting: 1, ofProject: false });

test('each role reads of its classes what it may do with them', () => {
  const page = (role: string, ...classes: object[]) =>
    textOf(
      drawn(createElement(MemoryRouter, null, <ClassesPage />), ['role'], role, [
        [['lista_de_turmas', {}], classes],
        [['turmas_do_professor', {}], classes],
      ]),
    );
  const lines =
    'Boxe 18 alunos · 1 livre (2 menos 1 na espera) Segunda, 18:00 · De 6 a 15 anos ' +
    'Chamar a próxima (1) : Boxe Lista da turma Boxe Mais ' +
    'Judô 20 alunos · cheia (1 na espera) Segunda, 18:00 · De 6 a 15 anos · Fora do projeto Lista da turma Judô Mais ' +
    'Turmas encerradas (1) Capoeira 0 alunos Segunda, 18:00 · De 6 a 15 anos Lista da turma Capoeira';
  expect(page('secretaria', BOXE, ENDED, FULL)).toBe(`${words.intro} ${lines}`);
  expect(page('direcao', BOXE, ENDED, FULL)).toBe(`${words.intro} ${words.add} ${lines}`);
  expect(page('direcao', ENDED)).toContain(`${words.add} Turmas encerradas (1)`);
  expect(page('direcao')).toContain(words.none);
  const ageless = ['a', 'b'].map((id) => oneClass(id, { ageFrom: null, ageTo: null }));
  expect(page('direcao', ...ageless)).toContain(words.withoutAges);
  const own = 'Boxe 18 alunos Segunda, 18:00 Chamada Lista da turma Boxe';
  expect(page('professor', { id: 'Boxe', name: 'Boxe', ...WHEN, pupils: 18 })).toBe(
    `${words.introOfTeacher} ${own}`,
  );
  expect(page('professor')).toBe(`${words.introOfTeacher} ${words.noneOfTeacher}`);
});
