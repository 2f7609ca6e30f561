import { describe, expect, test } from 'vitest';
import { FIELDS, type Field } from '../enrolment/fields.ts';
import {
  ageOf,
  answersOf,
  type DocumentFacts,
  firstNameOf,
  fullNameOf,
  isMinor,
  NOT_GIVEN,
  nameOf,
  newPhoneOf,
  printTitle,
  type StoredEnrolment,
  sheetOf,
} from './sheet.ts';

const COMPLETE: StoredEnrolment = {
  id: '8f1d6a4e-53a1-4c68-9f0e-0123456789ab',
  arrivedAt: '2025-05-13T01:30:00Z',
  protocol: '48271936',
  nomeCompleto: 'Pessoa de Teste',
  nomeSocial: 'Chamada de Teste',
  dataNascimento: '2012-03-05',
  idade: 13,
  sexo: 'feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100\nCEP 76000-000',
  telefoneWhatsapp: '62900000000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '6230000000',
  contatoRecados: 'Vizinha 62 90000-0002',
  nivelEscolaridade: 'fundamental-incompleto',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  cadastroUnico: 'https://casa.example/storage/v1/object/public/cadastro_unico_uploads/public/a.pdf',
  rendaFamiliar: 'ate-1',
  peso: 52.5,
  altura: 1.6,
  condicaoMedica: 'sim',
  condicaoMedicaDetalhes: 'Asma',
  motivacao: null,
  objetivos: null,
};

/** A field's label → the value on the sheet of `COMPLETE` with `changes`; undefined where it is not shown. */
function cell(name: string, changes: Partial<StoredEnrolment & DocumentFacts> = {}): string | undefined {
  const label = FIELDS.find((field) => field.name === name)?.sheetLabel;
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

const ERASED = { documentErasedAt: '2027-03-12T12:00:00Z' };

describe('an answer is written', () => {
  test.each([
    ['dataNascimento', {}, '05/03/2012'],
    ['idade', {}, '13'],
    ['sexo', {}, 'Feminino'],
    ['telefoneWhatsapp', {}, '(62) 90000-0000'],
    ['telefoneResponsavel', {}, '(62) 3000-0000'],
    ['telefoneWhatsapp', { telefoneWhatsapp: '+351 912 345 678' }, '+351 912 345 678'],
    ['enderecoCompleto', {}, 'Rua Exemplo, 100\nCEP 76000-000'],
    ['nivelEscolaridade', {}, 'Ensino Fundamental incompleto'],
    ['nivelEscolaridade', { nivelEscolaridade: 'superior-pos' }, 'superior-pos'],
    ['rendaFamiliar', { rendaFamiliar: '2-4' }, '2-4'],
    ['sexo', { sexo: 'constructor' }, 'constructor'],
    ['peso', {}, '52,5 kg'],
    ['peso', { peso: 60 }, '60,0 kg'],
    ['peso', { peso: '52.5' }, '52,5 kg'],
    ['peso', { peso: 'cerca de 50' }, 'cerca de 50'],
    ['altura', {}, '1,60 m'],
    ['cadastroUnico', {}, 'Sim (arquivo anexado)'],
    ['cadastroUnico', { cadastroUnico: null }, 'Não'],
    ['cadastroUnico', { cadastroUnico: ' ' }, 'Não'],
    ['cadastroUnico', ERASED, 'Sim (arquivo apagado em 12/03/2027)'],
    ['cadastroUnico', { ...ERASED, newestDocument: 'https://x.test/b.pdf' }, 'Sim (arquivo anexado)'],
    [
      'cadastroUnico',
      { cadastroUnico: null, newestDocument: 'https://x.test/b.pdf' },
      'Sim (arquivo anexado)',
    ],
    ['condicaoMedica', {}, 'Sim'],
    ['condicaoMedica', { condicaoMedica: 'SIM ' }, 'Sim'],
    ['condicaoMedica', { condicaoMedica: 'nao' }, 'Não'],
  ] as const)('%s with %j as %j', (name, changes, written) => {
    expect(cell(name, changes)).toBe(written);
  });

  test.each((FIELDS as readonly Field[]).filter(({ control }) => control !== 'hidden' && control !== 'file'))(
    '$name: Não informado when it is empty, blank or null',
    ({ name }) => {
      if (name === 'condicaoMedica') return;
      const shown = name === 'nomeSocial' ? undefined : NOT_GIVEN; // who has none sees nothing of it
      for (const empty of ['', '   ', null]) expect(cell(name, { [name]: empty })).toBe(shown);
      expect(NOT_GIVEN).toBe('Não informado');
    },
  );

  // rows 243 and 244 of docs/odd-inputs.md: what older rows hold
  test.each([
    ['rg', 'null'],
    ['escola', ' null '],
    ['peso', 0],
    ['altura', '0.00'],
  ] as const)('%s of %j as Não informado too', (name, value) => {
    expect(cell(name, { [name]: value })).toBe(NOT_GIVEN);
  });

  test('the medical question, unanswered, is Não informado and shows no details', () => {
    expect(cell('condicaoMedica', { condicaoMedica: null })).toBe(NOT_GIVEN);
    expect(cell('condicaoMedicaDetalhes', { condicaoMedica: null })).toBeUndefined();
  });
});

describe('the medical details', () => {
  test.each(['sim', 'Sim', 'SIM', 'sim '])('show when the answer is %j', (answer) => {
    expect(cell('condicaoMedicaDetalhes', { condicaoMedica: answer })).toBe('Asma');
  });

  test.each(['nao', 'Não', '', 'simples'])('do not show when the answer is %j', (answer) => {
    expect(cell('condicaoMedicaDetalhes', { condicaoMedica: answer })).toBeUndefined();
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
  ['2012-03-05', '2030-03-04', 17, true],
  ['2012-03-05', '2030-03-05', 18, false], // as old as 13 in the answers
  ['2012-02-29', '2030-02-28', 17, true],
  ['2012-02-29', '2030-03-01', 18, false],
  [null, '2030-03-05', null, false],
])('who was born on %s is on %s %s years old, a minor: %s', (dataNascimento, today, age, minor) => {
  expect(ageOf({ dataNascimento }, today)).toBe(age);
  expect(isMinor({ ...COMPLETE, dataNascimento }, today)).toBe(minor);
});

test('a number that the family gave as the guardian’s is nobody’s to call once the person is of age', () => {
  const numbers = (newPhone: string | null, guardianPhone: string | null) =>
    ['2030-03-04', '2030-03-05'].map((today) => newPhoneOf({ ...COMPLETE, newPhone, guardianPhone }, today));
  expect(numbers('62900000001', '62900000001')).toEqual(['62900000001', null]);
  expect(numbers('62900000002', '62900000001')).toEqual(['62900000002', '62900000002']);
  expect(numbers(null, null)).toEqual([null, null]);
});

test.each([
  ['  Maria da  Silva ', null, 'Maria da  Silva', 'Maria'],
  ['Maria', ' ', 'Maria', 'Maria'],
  ['João da Silva', ' Ana  Lima ', 'Ana  Lima', 'Ana'],
  [' ', null, NOT_GIVEN, ''],
  [null, '', NOT_GIVEN, ''],
])('a person whose name is %j, and who chose %j, is called %j, in short %j', (full, chosen, name, first) => {
  const person = { nomeCompleto: full, nomeSocial: chosen };
  expect([nameOf(person), firstNameOf(person)]).toEqual([name, first]);
  expect(fullNameOf(person)).toBe(full?.trim() || NOT_GIVEN);
});

test('the answers of a stored row are found under the form’s names', () => {
  expect(answersOf({ nome_completo: 'Pessoa', cadastro_unico_url: null, idade: 14 })).toMatchObject({
    nomeCompleto: 'Pessoa',
    cadastroUnico: null,
    idade: 14,
  });
});
