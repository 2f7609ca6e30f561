import { describe, expect, test } from 'vitest';
import { newSubmission } from '../sending/submit-enrolment.ts';
import { copyOf, isBlank, newDraft, parseDraft } from './draft.ts';

const answers = {
  nomeCompleto: 'Pessoa de Teste',
  cpf: 'marca-cpf',
  rg: 'marca-rg',
  orgaoExpedidor: 'marca-orgao',
  rendaFamiliar: 'marca-renda',
  peso: 'marca-peso',
  altura: 'marca-altura',
  condicaoMedica: 'marca-condicao',
  condicaoMedicaDetalhes: 'marca-detalhes',
  deOutroCampo: 'marca-outro',
};
const submission = { ...newSubmission(), tried: ['um-arquivo'], pending: { peso: 'marca-linha' } as never };
const draft = newDraft(answers, true, submission, 1000);

test('a copy has no answers about identity, income and health, and none of unknown fields', () => {
  const copy = JSON.stringify(copyOf(draft));
  expect(copy).toContain('Pessoa de Teste');
  expect(copy).toContain(submission.id);
  expect(copy).not.toContain('marca');
});

test('a copy keeps the personal code with its uuid and the fingerprints of tried files, and nothing of the row', () => {
  expect(copyOf(draft).submission).toEqual({ ...submission, stored: null, pending: null });
});

describe('a draft', () => {
  const text = JSON.stringify(draft);

  test('is read as it was saved, also when the clock was set back', () => {
    expect(parseDraft(text, 1500, 1000)).toEqual(JSON.parse(text));
    expect(parseDraft(text, 0, 1000)).toEqual(JSON.parse(text));
  });

  test('expires', () => {
    expect(parseDraft(text, 2000, 1000)).toBeNull();
  });

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"version":1}',
    text.replace('"version":1', '"version":0'),
    text.replace('"Pessoa de Teste"', '7'),
    text.replace(submission.id, '../x'),
    text.replace(submission.code, newSubmission().code),
    text.replace('{"peso":"marca-linha"}', '"x"'),
  ])('with the text %j is ignored', (broken) => {
    expect(parseDraft(broken, 1500, 1000)).toBeNull();
  });

  test('is blank without answers and file', () => {
    expect(isBlank(newDraft({ nomeCompleto: ' ' }, false, submission, 0))).toBe(true);
    expect(isBlank(draft)).toBe(false);
  });
});
