import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

const page = (role: string, classes: object[]) =>
  drawn(
    <MemoryRouter>
      <ClassesPage />
    </MemoryRouter>,
    ['role'],
    role,
    [
      [['lista_de_turmas', {}], classes],
      [['turmas_do_professor', {}], classes],
    ],
  );
/** The list of today, of which nobody has a mark yet but Ana, and where one is missing who came since. */
const roll = (changes: object) => {
  const pupil = (id: string, mark: string | null, before: string | null = null) => ({ id, mark, before });
  const people = [
    { id: 'x', nomeCompleto: 'Ana', health: 'Asma' },
    { id: 'y', nomeCompleto: 'Beto' },
    { id: 'z' },
  ];
  const pupils = [pupil('x', 'falta', 'justificada'), pupil('y', null)];
  const today = { turma: 'Boxe', dia: '2026-12-21' };
  return drawn(<RollDialog one={BOXE} />, ['role'], 'professor', [
    [['folha_da_turma', { turma: 'Boxe', com_saude: true, mes: '2026-12-01' }], people],
    [['chamada_da_turma', today], { takenAt: null, takenBy: null, mayChange: true, pupils, ...changes }],
  ]);
};

test('each role is offered what it may do with its classes', () => {
  const all = [BOXE, ENDED, FULL];
  const usual =
    'Chamar a próxima (1) : Boxe | Lista da turma Boxe | Mais: Boxe | Lista da turma Judô | Mais: Judô | ' +
    'Turmas encerradas (1) | Lista da turma Capoeira';
  expect(controlsIn(page('secretaria', all))).toBe(usual);
  expect(controlsIn(page('direcao', all))).toBe(`${words.add} | ${usual}`);
  expect(controlsIn(page('professor', all.slice(0, 1)))).toBe('Chamada: Boxe | Lista da turma Boxe');
});

test('a class says when it is, for whom, and what is free', () => {
  const lines = (role: string, ...classes: object[]) =>
    [...page(role, classes).matchAll(/<div><span class="strong">.*?<\/div>/g)].map(([line]) => textOf(line));
  expect(lines('direcao', BOXE, FULL, ENDED)).toEqual([
    'Boxe 18 alunos · 1 livre (2 menos 1 na espera) Segunda, 18:00 · De 6 a 15 anos',
    'Judô 20 alunos · cheia (1 na espera) Segunda, 18:00 · De 6 a 15 anos · Fora do projeto',
    'Capoeira 0 alunos Segunda, 18:00 · De 6 a 15 anos',
  ]);
  expect(lines('professor', BOXE)).toEqual(['Boxe 18 alunos Segunda, 18:00']);
  expect(textOf(page('secretaria', [ENDED]))).toContain(`${words.intro} ${words.none} Turmas encerradas (1)`);
  expect(textOf(page('professor', []))).toBe(`${words.introOfTeacher} ${words.noneOfTeacher}`);
  const ageless = ['a', 'b'].map((id) => oneClass(id, { ageFrom: null, ageTo: null }));
  expect(textOf(page('direcao', ageless))).toContain(words.withoutAges);
  expect(textOf(page('secretaria', ageless))).not.toContain(words.withoutAges);
});

const SAID = 'Boxe: segunda, 21/12 Dia da chamada Mais';
const ROWS =
  'Ana saúde Falta (antes: justificada) Contatos e mais Beto Presente Contatos e mais 1 de 2 presentes.';

test.each([
  [{}, 'Todos estão presentes até você tocar em quem faltou. Tocar de novo desfaz.', '', ' | Pronto', ''],
  [{ mayChange: false }, 'A chamada deste dia não muda mais por aqui.', '', '', ' (off)'],
  [
    { takenAt: '2026-12-21T21:00:00Z', takenBy: 'Rui' },
    'Todos estão presentes até você tocar em quem faltou. Tocar de novo desfaz.',
    ' Feita em 21/12/2026 18:00, por Rui.',
    '',
    '',
  ],
])('the list of a day with %j says %j', (changes, hint, taken, done, off) => {
  const html = roll(changes);
  expect(textOf(html)).toBe(`${SAID} ${hint} ${ROWS}${taken} Fechar${done.replace(' |', '')}`);
  expect(controlsIn(html)).toBe(
    `Dia da chamada | Mais | Ana saúde Falta (antes: justificada)${off} (on) | Contatos e mais: Ana | ` +
      `Beto Presente${off} | Contatos e mais: Beto | Fechar${done}`,
  );
});
