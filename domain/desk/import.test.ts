import { expect, test } from 'vitest';
import { imported } from '../../content/import.ts';
import { DEFAULT_RULES } from '../enrolment/rules.ts';
import type { DeskClass } from './classes.ts';
import { MODEL_HEADINGS, NEEDED, readImport } from './import.ts';

const TODAY = '2026-11-30';
const one = (id: string, name: string, time: string | null = null) =>
  ({ id, name, time, days: null, active: true }) as DeskClass;
const CLASSES = [
  one('a', 'Jiu-Jitsu Infantil', '18:00'),
  one('b', 'Muay Thai', '19:00'),
  one('c', 'Muay Thai', '20:00'),
];

/** A line as somebody might write it, by title. */
const ANA: Record<string, string> = {
  Nome: 'Ana de Teste',
  NASCIMENTO: '12/03/2015',
  sexo: 'F',
  'Número do CPF': 'x',
  CPF: '529.982.247-25',
  cidade: 'Cidade Exemplo',
  'Endereço (com CEP)': 'Rua 7, nº 120',
  Celular: '62 90000-0000',
  Responsável: 'Rosa de Teste',
  'Telefone do responsável': '62 90000-0001',
  Escolaridade: 'fundamental incompleto',
  Renda: 'até 1',
  Peso: '52,5',
  'Altura (m)': '1.62',
  'Possui condição médica?': 'nao',
  turma: 'jiu jitsu infantil',
  Início: '01/02/2024',
};

const read = (people: Record<string, string>[], above: string[][] = [], rules = DEFAULT_RULES) =>
  readImport(
    [
      ...above,
      Object.keys(ANA),
      ...people.map((person) => Object.keys(ANA).map((title) => person[title] ?? '')),
    ],
    {
      classes: CLASSES,
      rules,
      today: TODAY,
    },
  );
const rowsOf = (...people: Record<string, string>[]) => read(people).rows;
/** What the preview says of a line, of one without faults its class and first day. */
const saysOf = (changes: Record<string, string>) => rowsOf({ ...ANA, ...changes })[0]?.says;
const FAULTLESS = 'Jiu-Jitsu Infantil, 01/02/2024';

test('a line is read under titles as people write them, below others, and stored as the form would send it', () => {
  const found = read([ANA, {}, { ...ANA, Nome: 'Bia' }], [['Lista de alunos 2026'], []]);
  expect(found.notes).toEqual([imported.ignored(['Número do CPF'])]);
  expect(found.rows).toMatchObject([
    { line: 4, who: 'linha 4, Ana de Teste', says: FAULTLESS },
    { line: 6, who: 'linha 6, Bia', says: FAULTLESS },
  ]);
  expect(found.rows[0]?.stored).toMatchObject({ classId: 'a', firstDay: '2024-02-01' });
  expect(found.rows[0]?.stored?.answers).toEqual({
    ...{
      nome_completo: 'Ana de Teste',
      data_nascimento: '2015-03-12',
      sexo: 'feminino',
      cpf: '529.982.247-25',
    },
    ...{
      nome_social: null,
      rg: null,
      orgao_expedidor: null,
      cidade: 'Cidade Exemplo',
      endereco_completo: 'Rua 7, nº 120',
    },
    ...{ telefone_whatsapp: '62900000000', email: null, nome_responsavel: 'Rosa de Teste' },
    ...{
      telefone_responsavel: '62900000001',
      contato_recados: null,
      nivel_escolaridade: 'fundamental-incompleto',
    },
    ...{ escola: null, serie_ano: null, renda_familiar: 'ate-1', peso: 52.5, altura: 1.62 },
    ...{ condicao_medica: 'nao', condicao_medica_detalhes: 'Nenhuma' },
  });
});

test.each<[string, string, string, unknown]>([
  ['NASCIMENTO', '2015-03-12', 'data_nascimento', '2015-03-12'],
  ['NASCIMENTO', '42075', 'data_nascimento', '2015-03-12'],
  ['NASCIMENTO', '5032012', 'data_nascimento', '2012-03-05'],
  ['CPF', '1234567890', 'cpf', '012.345.678-90'],
  ['CPF', '12345678', 'cpf', '000.123.456-78'],
  ['sexo', 'masculino', 'sexo', 'masculino'],
  ['Escolaridade', 'Médio completo', 'nivel_escolaridade', 'medio-completo'],
  ['Renda', '1 a 2 salários', 'renda_familiar', '1-2'],
  ['Peso', '52.5', 'peso', 52.5],
  ['Altura (m)', '162', 'altura', 1.62],
])('%s as %s', (title, cell, column, stored) => {
  const [row] = rowsOf({ ...ANA, [title]: cell });
  expect([row?.says, row?.stored?.answers[column]]).toEqual([FAULTLESS, stored]);
});

test.each<[string, string, string | RegExp]>([
  ['Nome', '', 'Digite o nome completo.'],
  [
    'NASCIMENTO',
    '31/02/2015',
    'Data de nascimento “31/02/2015”: esta data não existe. Confira o dia e o mês.',
  ],
  ['Escolaridade', 'médio', 'Escolaridade “médio”: escolha a escolaridade.'],
  ['Peso', 'pesada', 'Peso “pesada”: use números. Exemplo: 52,5'],
  ['Possui condição médica?', 'sim', 'Por favor, detalhe a condição médica.'],
  [
    'turma',
    '',
    'Escreva uma destas turmas: Jiu-Jitsu Infantil · 18:00; Muay Thai · 19:00; Muay Thai · 20:00.',
  ],
  ['turma', 'Muay Thai', /^Turma “Muay Thai”: escreva uma destas turmas: /],
  ['Início', 'março', /^Primeiro dia “março”: confira o primeiro dia\. /],
  ['Início', '', imported.noFirstDay],
  ['Início', '01/02/2044', /^Primeiro dia “01\/02\/2044”: confira/],
])('%s as %j is wrong', (title, cell, problem) => {
  expect(saysOf({ [title]: cell })).toEqual(
    problem instanceof RegExp ? expect.stringMatching(problem) : problem,
  );
});

test('the site’s own rules hold, but for the e-mail; of two classes of one name the time says which', () => {
  expect(saysOf({ turma: 'muay thai 20:00' })).toBe('Muay Thai, 01/02/2024');
  const strict = {
    ...DEFAULT_RULES,
    responsavelObrigatorio: true,
    validacaoEstrita: true,
    emailObrigatorio: true,
  };
  const found = read([ANA, { ...ANA, Responsável: '', CPF: '111.111.111-12' }], [], strict);
  expect(found.rows.map(({ says }) => says)).toEqual([
    FAULTLESS,
    'CPF “111.111.111-12”: este CPF não existe. Confira os números. Digite o nome do responsável.',
  ]);
});

test('what is no list of people is refused with a sentence', () => {
  const around = { classes: CLASSES, rules: DEFAULT_RULES, today: TODAY };
  const { Nome, CPF, ...rest } = ANA;
  const refusedFor = (...lines: (readonly string[])[]) => readImport(lines, around).refused;
  expect(refusedFor()).toBe(imported.noTitles);
  expect(refusedFor(Object.keys(rest))).toBe(imported.noTitles);
  expect(refusedFor(['Nome', ...Object.keys(rest)])).toBe(imported.missingColumns(['CPF']));
  expect(refusedFor(MODEL_HEADINGS)).toBe(imported.nobody);
  expect(refusedFor(NEEDED)).toBe(imported.nobody); // what is asked for before is enough, and all of it
  for (const title of NEEDED)
    expect(refusedFor(NEEDED.filter((other) => other !== title))).not.toBe(imported.nobody);
  expect(read(Array.from({ length: 501 }, () => ANA)).refused).toBe(imported.tooMany);
});
