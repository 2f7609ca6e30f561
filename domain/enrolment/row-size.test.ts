import { expect, test } from 'vitest';
import { ANSWERS } from '../../tests/support/people.ts';
import { findProblems, toastOf } from './enrolment.ts';

const problemsOf = (changes: object) => findProblems({ ...ANSWERS, ...changes }, '2026-07-22');

/** The longest text in bytes for a number of letters: four code points of four bytes for each. */
const widest = (letters: number) => '\u{10000}\u{1d165}\u{1d165}\u{1d165}'.repeat(letters);

test('answers that are each short enough and together too long are told, at the longest one', () => {
  const details = { condicaoMedica: 'sim', condicaoMedicaDetalhes: widest(1_000) };
  expect(problemsOf(details)).toEqual([]);
  const [problem, ...others] = problemsOf({ ...details, enderecoCompleto: widest(290) });
  expect([problem?.field, problem?.kind, others]).toEqual(['condicaoMedicaDetalhes', 'wrong', []]);
  expect(problem && toastOf(problem)).toEqual({
    title: 'A resposta "Se sim, qual?" está muito longa. Escreva só o mais importante.',
    tone: 'error',
  });
});

test('every answer in the longest Portuguese that its field takes is far from it', () => {
  const sentence = 'São João não põe açúcar à mão, avó. ';
  const text = (letters: number) =>
    sentence
      .repeat(letters)
      .slice(0, letters - 1)
      .trim();
  const longest = {
    ...{ nomeCompleto: text(120), cidade: text(80), enderecoCompleto: text(300), nomeResponsavel: text(120) },
    ...{ contatoRecados: text(120), escola: text(120), serieAno: text(40), condicaoMedica: 'sim' },
    ...{ condicaoMedicaDetalhes: text(1_000), motivacao: text(2_000), objetivos: text(2_000) },
  };
  expect(problemsOf(longest)).toEqual([]);
});
