import { expect, test } from 'vitest';
import { runOn } from '../../tests/support/copies.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { serverForTests } from '../../tests/support/server.ts';
import { classes } from './classes.ts';

const server = serverForTests();

const run = async (...args: string[]) => {
  const { code, lines } = await runOn(server, classes, args);
  expect(code).toBe(0);
  return lines;
};
const entries = async () => (await auditEntries(server)).filter(({ acao }) => acao === 'mudou_turma');

test('a new site has the classes of the timetable', async () => {
  expect(await run()).toEqual([
    'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta  – Todas as idades; 0 alunos · sem limite',
    'Jiu-Jitsu Juvenil e Adulto · 20:00 · Segunda a sexta  – Todas as idades; 0 alunos · sem limite',
    'Muay Thai · 19:00 · Segunda a quinta  – Todas as idades; 0 alunos · sem limite',
    'Personal Fight  – Todas as idades; 0 alunos · sem limite; Fora do projeto',
  ]);
  expect(await run('list')).toEqual(await run());
});

test('a class is made, changed and recorded as the owner’s, and families read its places', async () => {
  const before = (await entries()).length;
  const made =
    'add|Boxe Infantil|--days|terça e quinta|--time|18h30|--ages=6-12|--places|20|--modality|Boxe'.split('|');
  expect(await run(...made)).toEqual([
    'A turma Boxe Infantil foi criada.',
    'Boxe Infantil · 18:30 · Terça e quinta  – De 6 a 12 anos; 0 alunos · 20 livres',
  ]);
  const places = await server.value<unknown>(`select public.formulario() -> 'vagas' as places`);
  expect(places).toEqual([{ nome: 'Boxe Infantil', restam: 20 }]);
  expect(await run('set', 'boxe infantil', '--places', '25', '--ages', '6-')).toEqual([
    'A turma Boxe Infantil foi mudada.',
    'Boxe Infantil · 18:30 · Terça e quinta  – 6 anos ou mais; 0 alunos · 25 livres',
  ]);
  const line = 'Boxe Infantil · 18:30 · Terça e quinta';
  expect(await run('set', line, '--name', 'Boxe', '--time', '', '--places', '', '--project', 'nao')).toEqual([
    'A turma Boxe foi mudada.',
    'Boxe · Terça e quinta  – 6 anos ou mais; 0 alunos · sem limite; Fora do projeto',
  ]);
  expect((await entries()).slice(before).map(({ quem, detalhes }) => [quem, detalhes.que])).toEqual([
    [null, 'nova-turma'],
    [null, 'turma'],
    [null, 'turma'],
  ]);
});

test('what is not said of a class stays', async () => {
  const of = () =>
    server.rows(
      `select nome, modalidade, dias, horario, idade_de, idade_ate, do_projeto, ativa, professor from private.turmas where nome = 'Muay Thai'`,
    );
  const before = await of();
  await run('set', 'Muay Thai', '--places', '12');
  expect(await of()).toEqual(before);
  await run('set', 'Muay Thai', '--places', '');
});

test.each([
  ['nada', 'Não entendi “nada”: diga list, add ou set.'],
  ['list|tudo', 'list não leva mais nada.'],
  ['add', 'Falta o nome da turma depois de add.'],
  ['add|--places|20', 'Falta o nome da turma depois de add.'],
  ['set|Muay Thai', 'Falta o que muda.'],
  ['add|Boxe|--places', 'Falta um valor depois de --places.'],
  [
    'add|Boxe|--vagas|20',
    'Não entendi “--vagas”: há --name, --modality, --days, --time, --ages, --places e --project.',
  ],
  ['add|Boxe|--places|20|--places|30', '--places está duas vezes.'],
  [
    'add|Boxe|--days|sempre',
    'Não entendi os dias “sempre”: escreva como “Segunda a sexta” ou “Terça e quinta”.',
  ],
  ['add|Boxe|--ages|seis', 'Não entendi as idades “seis”: escreva como 6-12, 13- ou -12.'],
  ['add|Boxe|--project|talvez', '--project: diga sim ou nao.'],
])('"%s" is refused with “%s” alone', (typed, sentence) => {
  expect(classes.problem(typed.split('|'), '')).toBe(sentence);
});

test.each([
  ['add|Boxe de Noite|--places|1001', /^Digite quantas vagas, de 0 a 1000/],
  ['add|Boxe de Noite|--time|noite|--ages|12-6', /^Digite a hora como 18:00.*\nA idade final é menor/],
  [
    'add|muay thai|--time|19:00|--days|segunda a quinta',
    /^Já existe uma turma com este nome, horário e dias\.$/,
  ],
  ['set|Judô|--places|3', /^Não há a turma “Judô”\. Há:\n {2}.*Muay Thai · 19:00 · Segunda a quinta/s],
])('"%s" is refused, and nothing changes', async (typed, sentence) => {
  const before = await run();
  await expect(run(...typed.split('|'))).rejects.toThrow(sentence);
  expect(await run()).toEqual(before);
});

test('of two classes by one name it asks which', async () => {
  await run('add', 'Muay Thai', '--time', '7:00');
  await expect(run('set', 'Muay Thai', '--places', '9')).rejects.toThrow(
    'Há mais de uma turma “Muay Thai”. Diga qual, entre aspas:\n  Muay Thai · 07:00\n  Muay Thai · 19:00 · Segunda a quinta',
  );
  expect((await run('set', 'muay thai · 07:00', '--places', '9')).at(-1)).toContain('0 alunos · 9 livres');
});
