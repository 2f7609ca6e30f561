import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roll } from '../../../content/attendance.ts';
import { classes as words } from '../../../content/classes.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { ClassesPage } from './ClassesPage.tsx';
import { RollDialog } from './RollDialog.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-21T12:00:00Z') }));
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

test('the list of a day says who was there, and is pressed while it may change', () => {
  const people = [
    { id: 'x', nomeCompleto: 'Ana', health: 'Asma' },
    { id: 'y', nomeCompleto: 'Beto' },
    { id: 'z' },
  ];
  const pupils = [
    { id: 'x', mark: 'falta', before: 'justificada' },
    { id: 'y', mark: null, before: null },
  ];
  const list = (changes: object) =>
    drawn(<RollDialog one={BOXE} />, ['role'], 'professor', [
      [['folha_da_turma', { turma: 'Boxe', com_saude: true, mes: '2026-12-01' }], people],
      [['chamada_da_turma', { turma: 'Boxe', dia: '2026-12-21' }], { mayChange: true, pupils, ...changes }],
    ]);
  const rows = 'Ana saúde Falta (antes: justificada) Contatos e mais Beto Presente Contatos e mais';
  const head = 'Boxe: segunda, 21/12 Dia da chamada Mais';
  expect(textOf(list({}))).toBe(`${head} ${roll.hint} ${rows} 1 de 2 presentes. Fechar Pronto`);
  const taken = textOf(list({ takenAt: '2026-12-21T21:00:00Z', takenBy: 'Rui' }));
  expect(taken).toBe(
    `${head} ${roll.hint} ${rows} 1 de 2 presentes. Feita em 21/12/2026 18:00, por Rui. Fechar`,
  );
  expect(textOf(list({ mayChange: false }))).toBe(`${head} ${roll.locked} ${rows} 1 de 2 presentes. Fechar`);
  expect(controlsIn(list({ mayChange: false }))).toBe(
    'Dia da chamada | Mais | Ana saúde Falta (antes: justificada) (off) (on) | Contatos e mais: Ana | ' +
      'Beto Presente (off) | Contatos e mais: Beto | Fechar',
  );
});
