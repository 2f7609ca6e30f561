import { expect, test } from 'vitest';
import { renewal } from '../../../content/attendance.ts';
import { classList } from '../../../content/class-list.ts';
import { classes as words } from '../../../content/classes.ts';
import { schedule } from '../../../content/home.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { listed, oneClass, wholeFollowUp } from '../../../tests/support/screens/open-enrolment.ts';
import { currentToast } from '../../ui/toast/toast.ts';
import { unsavedValue } from '../controls/unsaved.ts';
import { ClassesPage } from './ClassesPage.tsx';

const WHEN = { days: 'Segunda', time: '18:00' };
const BOXE = oneClass('Boxe', { ...WHEN, pupils: 18, waiting: 1, teacher: 'c' });
const ENDED = oneClass('Capoeira', { ...WHEN, active: false, pupils: 0, waiting: 2 });
const FULL = oneClass('Judô', { ...WHEN, pupils: 20, waiting: 1 });
const PAID = oneClass('Personal', { ofProject: false, pupils: 0 });
const EMPTY = oneClass('Karatê', { ...WHEN, places: null, free: null, pupils: 0, waiting: 0 });

test('each role reads of its classes what it may do with them', () => {
  const page = (role: string, ...classes: object[]) =>
    textOf(
      drawn(<ClassesPage />, ['role'], role, [
        [['lista_de_turmas', {}], classes],
        [['turmas_do_professor', {}], classes],
        [['fatos_do_centro', {}], { turmas: { classes: [] } }],
        [['our-server'], true],
      ]),
    );
  const list = `Lista${new Date().getDate() > 24 ? '.*?' : ''}`; // of the next month from the 25th on
  const lines = (more = '') =>
    'Boxe 18 alunos · 1 livre \\(2 menos 1 na espera\\) Segunda, 18:00 · De 6 a 15 anos ' +
    `Chamar a próxima \\(1\\) : Boxe ${list} da turma Boxe Mais ` +
    `Judô 20 alunos · cheia \\(1 na espera\\) Segunda, 18:00 · De 6 a 15 anos ${list} da turma Judô Mais ` +
    `Personal Dias e hora a combinar · Fora do projeto ${more}` +
    `Turmas encerradas \\(1\\) Capoeira 0 alunos Segunda, 18:00 · De 6 a 15 anos ${list} da turma Capoeira`;
  const all = [BOXE, ENDED, FULL, PAID];
  expect(page('secretaria', ...all)).toMatch(new RegExp(`^${words.intro} ${words.numbers} ${lines()}$`));
  expect(page('direcao', ...all)).toMatch(
    new RegExp(`^${words.intro} ${words.numbers} ${words.add} ${lines('Mais ')}$`),
  );
  expect(page('direcao', ENDED)).toContain(`${words.add} Turmas encerradas (1)`);
  expect(page('direcao')).toContain(words.none);
  const ageless = ['a', 'b'].map((id) => oneClass(id, { ageFrom: null, ageTo: null }));
  expect(page('direcao', ...ageless)).toContain(words.withoutAges);
  expect(page('direcao', { ...BOXE, active: false }, ...ageless)).toContain(words.withoutAges);
  expect(page('secretaria', ...ageless)).not.toContain(words.withoutAges);
  expect(page('professor', { id: 'Boxe', name: 'Boxe', ...WHEN, pupils: 18 })).toMatch(
    new RegExp(`^${words.introOfTeacher} Boxe 18 alunos Segunda, 18:00 Chamada ${list} da turma Boxe$`),
  );
  expect(page('professor')).toBe(`${words.introOfTeacher} ${words.noneOfTeacher}`);
});

const PEOPLE = ['a', 'c'].map((account) => ({
  ...{ account, name: account, email: '', disabledAt: account === 'c' ? '2026-12-01' : null },
}));
const open = (answers: Record<string, unknown> = {}, role = 'direcao', site: object = {}) =>
  live(
    <ClassesPage />,
    [
      [['role'], role],
      [
        ['lista_de_turmas', {}],
        [BOXE, FULL, EMPTY, PAID, ENDED],
      ],
      [['fatos_do_centro', {}], { turmas: { classes: [] }, ...site }],
      [['our-server'], !('static' in site)],
      [['turmas_do_professor', {}], [{ id: 'Boxe', name: 'Boxe', ...WHEN, pupils: 18 }]],
      [['lista_de_contas', {}], PEOPLE],
    ],
    answers,
  );

test('the menu of a class has what may be done with it, for its pupils where it has some', async () => {
  const menu = async (name: string, role?: string) => {
    const page = await open({}, role);
    expect(page.controls()).not.toContain(words.callNext(0));
    await page.press(`Mais: ${name}`);
    return page
      .controls()
      .split(`Mais: ${name} | `)[1]
      ?.split(' | ')
      .filter((one) => one.endsWith(`: ${name}`));
  };
  const of = (name: string, ...acts: string[]) => acts.map((act) => `${act}: ${name}`);
  expect(await menu('Boxe')).toEqual(
    of('Boxe', 'Chamada', words.noClass, renewal.ask, words.edit, words.end),
  );
  expect(await menu('Boxe', 'secretaria')).toEqual(of('Boxe', 'Chamada', words.noClass));
  expect(await menu('Karatê')).toEqual(of('Karatê', 'Chamada', renewal.ask, words.edit, words.end));
  expect(await menu('Personal')).toEqual(of('Personal', words.edit, words.end));
  expect(await menu('Karatê', 'secretaria')).toEqual(of('Karatê', 'Chamada'));
});

test('the next of the line is opened in the list; where nobody waits any more that is said, and the classes are read again', async () => {
  const page = await open({ proxima_da_espera: () => 'x' });
  await page.press('Chamar a próxima (1) : Boxe');
  expect([page.calls(), unsavedValue('open')]).toEqual([[['proxima_da_espera', { turma: 'Boxe' }]], 'x']);
  const none = await open({ proxima_da_espera: null });
  await none.press('Chamar a próxima (1) : Boxe');
  expect([none.text().includes(words.nobodyWaits), none.calls().at(-1)]).toEqual([
    true,
    ['lista_de_turmas', {}],
  ]);
  const refused = await open({ proxima_da_espera: Response.json({ message: 'Não dá.' }, { status: 400 }) });
  await refused.press('Chamar a próxima (1) : Boxe');
  expect([refused.text().includes('Não dá.'), unsavedValue('open')]).toEqual([true, undefined]);
});

test('that there is no class today is told the families of who comes already', async () => {
  const rows = ['2026-12-20', '2026-12-21', null].map((firstDay, at) => ({
    ...{ ...listed(`P${at}`), row: null, firstDay, newPhone: null, guardianPhone: null },
  }));
  const ficha = wholeFollowUp({ situation: 'aprovada' });
  const page = await open({ lista_de_inscricoes: { rows, more: false, lost: false }, ficha, mensagens: {} });
  await page.press('Mais: Boxe');
  await page.press(`${words.noClass}: Boxe`);
  const [[name, { filtro }], ...reads] = page.calls() as [
    [string, { filtro: object }],
    ...[string, { inscricao: string }][],
  ];
  expect([name, filtro]).toEqual([
    'lista_de_inscricoes',
    { situacao: 'aprovada', turma: 'Boxe', tamanho: 100, colunas: ['*'] },
  ]);
  expect(reads.map(([, { inscricao }]) => inscricao)).toEqual(['P0', 'P2']);
  expect(page.dialog().text).toMatch(/^Avisar a família P0, P2 .*não (tem|haverá|vai ter) aula/i);
});

test('a class is made and changed, what is wrong is said beside its field, and what was not changed is not sent', async () => {
  const page = await open();
  await page.press(words.add);
  await page.type('Vagas', 'x');
  await page.press('Guardar');
  const { nameMissing, daysMissing, timeWrong, placesWrong } = words.form;
  for (const said of [nameMissing, daysMissing, timeWrong, placesWrong, 'Digite a sua senha.'])
    expect(page.text()).toContain(said);
  expect(page.focused()).toBe('name');
  const typed = {
    ...{ Nome: 'Luta', segunda: true, quarta: true, Vagas: '5', 'Idade, de': '6', 'Idade, até': '9' },
    ...{ 'Hora em que começa': '18', 'A sua senha': 'frase' },
  };
  for (const [label, value] of Object.entries(typed)) await page.type(label, value);
  await page.press('Guardar');
  const turma = {
    ...{ name: 'Luta', days: 'Segunda e quarta', time: '18:00', ageFrom: 6, ageTo: 9, places: 5 },
    ...{ ofProject: true, teacher: null },
  };
  expect(page.calls().slice(0, 2)).toEqual([
    ['salvar_turma', { turma }],
    ['lista_de_turmas', {}],
  ]);
  expect(currentToast()?.title).toBe(words.added('Luta'));
  await page.press('Mais: Boxe');
  await page.press(`${words.edit}: Boxe`);
  expect(page.text()).toMatch(
    new RegExp(`${words.form.editTitle}.*Conta do professor Nenhuma a c A sua senha`),
  ); // c, who left, is its teacher
  await page.type('Vagas', '9');
  await page.type('A sua senha', 'frase');
  await page.press('Guardar');
  expect(page.calls()[0]).toEqual(['salvar_turma', { turma: { id: 'Boxe', places: 9 } }]);
  expect(currentToast()?.title).toBe(words.changed('Boxe'));
  await page.press('Mais: Karatê');
  await page.press(`${words.edit}: Karatê`);
  expect(page.text()).toContain('Conta do professor Nenhuma a A sua senha');
});

test('a class outside of the project has a name and a time, or not even that, and nothing about people', async () => {
  const page = await open();
  await page.press(words.add);
  await page.type('Vagas', 'x');
  await page.type('Do projeto social', false);
  for (const asked of ['Vagas', 'Idade, de', 'Conta do professor'])
    expect(page.dialog().text).not.toContain(asked);
  await page.type('Nome', 'Personal Fight');
  await page.type('A sua senha', 'frase');
  await page.press('Guardar');
  const none = { days: null, time: null, ageFrom: null, ageTo: null, places: null, teacher: null };
  const turma = { name: 'Personal Fight', ofProject: false, ...none };
  expect(page.calls()[0]).toEqual(['salvar_turma', { turma }]);
});

test.each([false, true])(
  'while the home page says the file’s classes, one press shows what it would say and makes it say the desk’s; on a static host (%j) with the next build',
  async (isStatic) => {
    const site = { turmas: undefined, ...(isStatic && { static: true }) };
    const page = await open({ mostrar_turmas: null }, 'direcao', site);
    expect(page.text()).toContain(words.timetable.file);
    await page.press(words.timetable.show);
    expect(page.dialog().text).toContain(
      `${words.timetable.says} Boxe · 18:00 · Segunda ${words.timetable.added('Jiu-Jitsu Infantil · 18:00 · Segunda a sexta')}`,
    );
    await page.type('A sua senha', 'frase');
    await page.press('Guardar');
    expect(page.calls()[0]).toEqual(['mostrar_turmas', { arquivo: schedule }]);
    expect(currentToast()?.title).toBe(isStatic ? words.timetable.old : words.timetable.done);
  },
);

test('on a static host the desk says that the home page has the classes of before, and nothing where it has these', async () => {
  const said = async (site: object) => (await open({}, 'direcao', site)).text().includes(words.timetable.old);
  expect([await said({ static: true }), await said({})]).toEqual([true, false]);
  expect(await said({ static: true, turmas: { classes: schedule } })).toBe(false);
});

test.each<[name: string, choice: string | undefined, para: string | null, text: string]>([
  [
    'Boxe',
    'Judô',
    'Judô',
    `${words.ending.text('Boxe', 18)} ${words.ending.waiting(1)} ${words.ending.where} Escolha a turma Judô · 18:00 · Segunda · De 6 a 15 anos (0 livres) Karatê · 18:00 · Segunda · De 6 a 15 anos (sem limite) ${words.ending.stay}`,
  ],
  ['Boxe', 'stay', null, words.ending.where],
  ['Karatê', undefined, null, `${words.ending.nobody('Karatê')} A sua senha`],
])('%s is ended, its pupils to %o', async (name, choice, para, text) => {
  const page = await open();
  await page.press(`Mais: ${name}`);
  await page.press(`${words.end}: ${name}`);
  expect(page.text()).toContain(text);
  await page.press(words.ending.submit);
  expect(page.text().includes(words.ending.whereMissing)).toBe(choice !== undefined);
  if (choice) await page.type(words.ending.where, choice);
  await page.type('A sua senha', 'frase');
  await page.press(words.ending.submit);
  expect(page.calls()[0]).toEqual(['terminar_turma', { turma: name, para }]);
  expect(currentToast()?.title).toBe(words.ending.done(name));
});

test('who goes on is asked of a class or of all, and leads to the list of whose families are told', async () => {
  for (const [all, count] of [
    [false, 60],
    [true, null],
    [false, 0],
  ] as const) {
    const page = await open({ perguntar_quem_continua: count });
    await page.press('Mais: Boxe');
    await page.press(`${renewal.ask}: Boxe`);
    expect(page.dialog().text).toContain(renewal.askText('Boxe'));
    await page.type(renewal.everybody, all);
    await page.type('A sua senha', 'frase');
    await page.press(renewal.submit);
    expect(page.calls()[0]).toEqual(['perguntar_quem_continua', { turma: all ? null : 'Boxe' }]);
    expect(currentToast()?.title).toBe(renewal.asked(count));
    expect(unsavedValue('list')?.filter.renewal).toBe(count === 0 ? undefined : true);
  }
});

test('the list of a class is printed without health, its people on paper only as long as that takes', async () => {
  const pupil = { id: 'p', name: 'Ana', idade: 9, marks: { '2026-12-14': 'falta' } };
  const page = await open({ folha_da_turma: [pupil] });
  const printed = page.printed();
  await page.press('Lista da turma Boxe');
  expect(page.calls()).toEqual([['folha_da_turma', { turma: 'Boxe', mes: '2026-12-01' }]]);
  expect(printed[0]).toMatch(
    /Boxe Mês dezembro de 2026 Aulas Segunda, 18:00 Professor\(a\) Alunos 1 Nº Boxe · dezembro de 2026 Idade S 7 S 14 S 21 S 28 1 Ana 9 F P presente.* Impressa em 20\/12\/2026 09:00 por ana@example.com Assinatura/,
  );
  expect([page.text().includes(classList.printed(1)), page.text().includes('Ana 9')]).toEqual([true, false]);
  await page.press('Lista da turma Boxe');
  expect(printed).toHaveLength(2);
  const teachers = await open({ folha_da_turma: [pupil] }, 'professor');
  const [sheets] = [teachers.printed(), await teachers.press('Lista da turma Boxe')];
  expect(sheets[0]).toContain('Professor(a) ana@example.com Alunos 1');
  const refused = await open({ folha_da_turma: Response.json({ message: 'Não é sua.' }, { status: 400 }) });
  await refused.press('Lista da turma Boxe');
  expect(refused.text()).toContain('Não é sua.');
  const emptied = await open({ folha_da_turma: [] });
  await emptied.press('Lista da turma Boxe');
  expect(emptied.text()).toContain(classList.emptied);
});
