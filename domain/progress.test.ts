import { expect, test } from 'vitest';
import { EMPTY_ENROLMENT } from './enrolment.ts';
import { progressOf } from './progress.ts';

const TODAY = '2026-11-21';
const COMPLETE = {
  ...EMPTY_ENROLMENT,
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2012',
  idade: '14',
  sexo: 'feminino',
  cpf: '529.982.247-25',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, CEP 76000-000',
  telefoneWhatsapp: '62900000000',
  email: 'pessoa@example.com',
  nivelEscolaridade: 'fundamental-incompleto',
  cadastroUnico: new File(['%PDF-1.4'], 'nis.pdf'),
  rendaFamiliar: 'ate-1',
  peso: '52,5',
  altura: '1,62',
  condicaoMedica: 'nao',
};

test('an empty form wears the white belt', () => {
  expect(progressOf(EMPTY_ENROLMENT, TODAY)).toEqual({ good: 0, total: 15, belt: 'branca', complete: [] });
});

test('every required answer good wears the black belt, and completes the five parts that require any', () => {
  expect(progressOf(COMPLETE, TODAY)).toEqual({
    good: 15,
    total: 15,
    belt: 'preta',
    complete: [1, 2, 3, 5, 6],
  });
});

test.each([
  [3, 'branca'],
  [4, 'azul'],
  [8, 'roxa'],
  [12, 'marrom'],
  [14, 'marrom'],
])('%i good answers of 15 wear the belt %s', (wanted, belt) => {
  const names = Object.keys(COMPLETE).filter((name) => COMPLETE[name as 'cpf']) as 'cpf'[];
  const answers = { ...EMPTY_ENROLMENT };
  for (const name of names.slice(0, wanted)) answers[name] = COMPLETE[name];
  expect(progressOf(answers, TODAY)).toMatchObject({ good: wanted, belt });
});

test('a wrong answer does not count, nor does its part', () => {
  expect(progressOf({ ...COMPLETE, email: 'sem arroba' }, TODAY)).toMatchObject({
    good: 14,
    complete: [1, 2, 5, 6],
  });
});

test('who has a medical condition has one answer more to give', () => {
  expect(progressOf({ ...COMPLETE, condicaoMedica: 'sim' }, TODAY)).toMatchObject({
    good: 15,
    total: 16,
    complete: [1, 2, 3, 5],
  });
});
