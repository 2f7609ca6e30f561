import { expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import { FIELDS } from '../enrolment/fields.ts';
import { DEFAULT_RULES } from '../enrolment/rules.ts';
import type { Answers } from './sheet.ts';
import {
  byColumn,
  CORRECTABLE,
  changesOf,
  correctedWith,
  isAsked,
  problemsOf,
  type Typed,
  typedOf,
  typedWith,
} from './typed-answers.ts';

const STORED = {
  ...Object.fromEntries(FIELDS.map(({ name, column }) => [name, ROW[column]])),
  condicaoMedica: 'nao',
} as unknown as Answers;
const TODAY = '2026-12-20';
const problems = (typed: Typed, stored = STORED, rules = DEFAULT_RULES) =>
  problemsOf(stored, typed, TODAY, rules);

test('every answer with an input can be corrected, and stands in it as the form would write it', () => {
  expect(CORRECTABLE.map(({ name }) => name)).toEqual(
    FIELDS.map(({ name }) => name).filter(
      (name) => !['idade', 'cadastroUnico', 'motivacao', 'objetivos'].includes(name),
    ),
  );
  const shown = Object.fromEntries(
    CORRECTABLE.map((field) => [field.name, typedOf(field, STORED[field.name])]),
  );
  expect(shown).toMatchObject({
    ...{ dataNascimento: '05/03/2012', cpf: '529.982.247-25', telefoneWhatsapp: '(62) 90000-0000' },
    ...{ peso: '52,5', altura: '1,62', rg: '', condicaoMedica: 'nao', rendaFamiliar: 'ate-1' },
  });
  expect(changesOf(STORED, shown)).toEqual({}); // and what stands there changes nothing
});

test('the details of a medical condition are asked for where there is one, and begin without the word for none', () => {
  const stored = { ...STORED, condicaoMedicaDetalhes: 'Nenhuma' };
  const asked = (typed: Typed, of = stored) =>
    correctedWith('condicaoMedica')
      .filter((field) => isAsked(field, of, typed))
      .map(({ name }) => name);
  expect(asked({})).toEqual(['condicaoMedica']);
  const ill = typedWith(stored, {}, 'condicaoMedica', 'sim');
  expect(ill).toEqual({ condicaoMedica: 'sim', condicaoMedicaDetalhes: '' });
  expect(asked(ill)).toEqual(['condicaoMedica', 'condicaoMedicaDetalhes']);
  expect(asked({ condicaoMedica: 'nao' }, { ...stored, condicaoMedica: 'sim' })).toEqual(['condicaoMedica']);
  expect(typedWith(stored, ill, 'cidade', 'Outra')).toEqual({ ...ill, cidade: 'Outra' });
});

test.each<[Typed, object]>([
  [{ nomeCompleto: ' Maria   Certa ' }, { nomeCompleto: 'Maria Certa' }],
  [{ nomeCompleto: ' Pessoa de Teste ' }, {}],
  [{ dataNascimento: '06/03/2012' }, { dataNascimento: '2012-03-06' }],
  [{ telefoneWhatsapp: '+55 62 98888-7777' }, { telefoneWhatsapp: '62988887777' }],
  [{ telefoneWhatsapp: '62 90000 0000' }, {}],
  [{ peso: '48.3 kg' }, { peso: 48.3 }],
  [{ rg: '' }, {}],
  [{ rg: '123' }, { rg: '123' }],
  [{ nomeResponsavel: '' }, { nomeResponsavel: null }],
  [
    { condicaoMedica: 'sim', condicaoMedicaDetalhes: 'asma' },
    { condicaoMedica: 'sim', condicaoMedicaDetalhes: 'asma' },
  ],
  [{ condicaoMedicaDetalhes: 'asma' }, {}],
])('%j becomes %j', (typed, changes) => {
  expect(changesOf(STORED, typed)).toEqual(changes);
  expect(problems(typed)).toEqual({});
});

test.each<[Typed, object]>([
  [{ nomeCompleto: ' ' }, { nomeCompleto: 'Digite o nome completo.' }],
  [{ dataNascimento: '31/02/2012' }, { dataNascimento: 'Esta data não existe. Confira o dia e o mês.' }],
  [{ peso: 'pesado' }, { peso: expect.stringContaining('Use números.') }],
  [{ condicaoMedica: 'sim' }, { condicaoMedicaDetalhes: 'Por favor, detalhe a condição médica.' }],
  [{ email: 'sem-arroba' }, { email: expect.stringContaining('Falta o @') }],
])('%j is told: %j', (typed, found) => expect(problems(typed)).toEqual(found));

test('what was wrong before is no problem of another answer, and strict rules hold for what is corrected', () => {
  const old = { ...STORED, cpf: '111', telefoneWhatsapp: '12', nomeResponsavel: null };
  const strict = { ...DEFAULT_RULES, validacaoEstrita: true, responsavelObrigatorio: true };
  expect(problems({ cidade: 'Outra' }, old, strict)).toEqual({});
  expect(Object.keys(problems({ cpf: '222', dataNascimento: '06/03/2012' }, old, strict))).toEqual([
    'cpf',
    'nomeResponsavel',
  ]);
});

test('one answer is corrected by itself, the medical question with its details, age and document never', () => {
  const names = (name: string) => correctedWith(name).map((field) => field.name);
  expect(names('cidade')).toEqual(['cidade']);
  for (const name of ['condicaoMedica', 'condicaoMedicaDetalhes'])
    expect(names(name)).toEqual(['condicaoMedica', 'condicaoMedicaDetalhes']);
  for (const name of ['idade', 'cadastroUnico', '', 'nada']) expect(names(name)).toEqual([]);
});

test('answers by their columns are those that are there', () => {
  expect(byColumn({ cidade: 'Outra', escola: null })).toEqual({ cidade: 'Outra', escola: null });
  expect(byColumn({ telefoneWhatsapp: '62900000000' })).toEqual({ telefone_whatsapp: '62900000000' });
});
