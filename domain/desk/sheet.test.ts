import { describe, expect, test } from 'vitest';
import { FIELDS, type Field } from '../enrolment/fields.ts';
import { isMinor, NOT_GIVEN, printTitle, type StoredEnrolment, sheetOf } from './sheet.ts';

const COMPLETE: StoredEnrolment = {
  id: '8f1d6a4e-53a1-4c68-9f0e-0123456789ab',
  created_at: '2025-05-13T01:30:00Z',
  protocolo: '48271936',
  nome_completo: 'Pessoa de Teste',
  data_nascimento: '2012-03-05',
  idade: 13,
  sexo: 'feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgao_expedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100\nCEP 76000-000',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nome_responsavel: 'Responsável de Teste',
  telefone_responsavel: '6230000000',
  contato_recados: 'Vizinha 62 90000-0002',
  nivel_escolaridade: 'fundamental-incompleto',
  escola: 'Escola Exemplo',
  serie_ano: '7º ano',
  cadastro_unico_url: 'https://casa.example/storage/v1/object/public/cadastro_unico_uploads/public/a.pdf',
  renda_familiar: 'ate-1',
  peso: 52.5,
  altura: 1.6,
  condicao_medica: 'sim',
  condicao_medica_detalhes: 'Asma',
  motivacao: null,
  objetivos: null,
};

/** Column's label → the value on the sheet of `COMPLETE` with `changes`; undefined where it is not shown. */
function cell(column: string, changes: Partial<StoredEnrolment> = {}): string | undefined {
  const label = FIELDS.find((field) => field.column === column)?.sheetLabel;
  const cells = sheetOf({ ...COMPLETE, ...changes }).flatMap((section) => section.cells);
  return cells.find((candidate) => candidate.label === label)?.value;
}

test('the sections are those of the SPEC, in order', () => {
  expect(sheetOf(COMPLETE).map(({ title }) => title)).toEqual([
    'Dados Pessoais',
    'Documentos',
    'Contato',
    'Responsáveis',
    'Educação',
    'Informações Sociais e de Saúde',
  ]);
});

test('a discreet sheet leaves out health and income and nothing else', () => {
  const discreet = sheetOf(COMPLETE, { discreet: true });
  expect(discreet).toEqual(sheetOf(COMPLETE).slice(0, -1));
  expect(JSON.stringify(discreet)).not.toMatch(/salário|arquivo anexado|kg|1,60|Condição|Asma/);
});

test('every answer of the form is on the sheet exactly once', () => {
  const labels = sheetOf(COMPLETE).flatMap(({ cells }) => cells.map(({ label }) => label));
  const visible = (FIELDS as readonly Field[]).filter(({ control }) => control !== 'hidden');
  expect(labels.toSorted()).toEqual(visible.map(({ sheetLabel }) => sheetLabel).toSorted());
  expect(new Set(labels).size).toBe(labels.length);
});

describe('an answer is written', () => {
  test.each([
    ['data_nascimento', {}, '05/03/2012'],
    ['idade', {}, '13'],
    ['sexo', {}, 'Feminino'],
    ['telefone_whatsapp', {}, '(62) 90000-0000'],
    ['telefone_responsavel', {}, '(62) 3000-0000'],
    ['telefone_whatsapp', { telefone_whatsapp: '+351 912 345 678' }, '+351 912 345 678'],
    ['endereco_completo', {}, 'Rua Exemplo, 100\nCEP 76000-000'],
    ['nivel_escolaridade', {}, 'Ensino Fundamental incompleto'],
    ['nivel_escolaridade', { nivel_escolaridade: 'superior-pos' }, 'superior-pos'],
    ['renda_familiar', { renda_familiar: '2-4' }, '2-4'],
    ['sexo', { sexo: 'constructor' }, 'constructor'],
    ['peso', {}, '52,5 kg'],
    ['peso', { peso: 60 }, '60,0 kg'],
    ['peso', { peso: '52.5' }, '52,5 kg'],
    ['peso', { peso: 'cerca de 50' }, 'cerca de 50'],
    ['altura', {}, '1,60 m'],
    ['cadastro_unico_url', {}, 'Sim (arquivo anexado)'],
    ['cadastro_unico_url', { cadastro_unico_url: null }, 'Não'],
    ['cadastro_unico_url', { cadastro_unico_url: ' ' }, 'Não'],
    ['condicao_medica', {}, 'Sim'],
    ['condicao_medica', { condicao_medica: 'SIM ' }, 'Sim'],
    ['condicao_medica', { condicao_medica: 'nao' }, 'Não'],
  ] as const)('%s with %j as %j', (column, changes, written) => {
    expect(cell(column, changes)).toBe(written);
  });

  test.each((FIELDS as readonly Field[]).filter(({ control }) => control !== 'hidden' && control !== 'file'))(
    '$column: Não informado when it is empty, blank or null',
    ({ column }) => {
      if (column === 'condicao_medica') return;
      for (const empty of ['', '   ', null]) expect(cell(column, { [column]: empty })).toBe(NOT_GIVEN);
      expect(NOT_GIVEN).toBe('Não informado');
    },
  );

  // docs/odd-inputs.md, rows 243 and 244: what older rows hold
  test.each([
    ['rg', 'null'],
    ['escola', ' null '],
    ['peso', 0],
    ['altura', '0.00'],
  ] as const)('%s of %j as Não informado too', (column, value) => {
    expect(cell(column, { [column]: value })).toBe(NOT_GIVEN);
  });

  test('the medical question, unanswered, is Não informado and shows no details', () => {
    expect(cell('condicao_medica', { condicao_medica: null })).toBe(NOT_GIVEN);
    expect(cell('condicao_medica_detalhes', { condicao_medica: null })).toBeUndefined();
  });
});

describe('the medical details', () => {
  test.each(['sim', 'Sim', 'SIM', 'sim '])('show when the answer is %j', (answer) => {
    expect(cell('condicao_medica_detalhes', { condicao_medica: answer })).toBe('Asma');
  });

  test.each(['nao', 'Não', '', 'simples'])('do not show when the answer is %j', (answer) => {
    expect(cell('condicao_medica_detalhes', { condicao_medica: answer })).toBeUndefined();
  });
});

test.each([
  ['Maria da Silva', 'Ficha-Maria_da_Silva'],
  ['  Maria   da\tSilva ', 'Ficha-Maria_da_Silva'],
  ['Maria\nda Silva', 'Ficha-Maria_da_Silva'],
  ['Maria\u202E da\u0000 Silva\u200B \u200F', 'Ficha-Maria_da_Silva'],
  ['José d’Ávila', 'Ficha-José_d’Ávila'],
  ['', 'Ficha-inscricao'],
  ['   ', 'Ficha-inscricao'],
  ['\u200B\u202E', 'Ficha-inscricao'],
  [null, 'Ficha-inscricao'],
])('the sheet of %j prints under the title %s', (name, title) => {
  expect(printTitle(name)).toBe(title);
});

test.each([
  [0, true],
  [17, true],
  [18, false],
  [null, false],
])('a person of %s years is a minor: %s', (idade, minor) => {
  expect(isMinor({ ...COMPLETE, idade })).toBe(minor);
});
