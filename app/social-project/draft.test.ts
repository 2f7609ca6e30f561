import { describe, expect, test } from 'vitest';
import { copyOf, isBlank, newDraft, readDraft } from './draft.ts';
import { newSubmission } from './submit-enrolment.ts';

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
const submission = { ...newSubmission(), pending: { peso: 'marca-linha' } as never };
const draft = newDraft(answers, true, submission, 1000);

test('a copy holds nothing of identity, income and health, nor what nobody listed', () => {
  const copy = JSON.stringify(copyOf(draft));
  expect(copy).toContain('Pessoa de Teste');
  expect(copy).toContain(submission.id);
  expect(copy).not.toContain('marca');
});

describe('a draft', () => {
  const text = JSON.stringify(draft);

  test('comes back as it was, also when the clock was set back meanwhile', () => {
    expect(readDraft(text, 1500, 1000)).toEqual(JSON.parse(text));
    expect(readDraft(text, 0, 1000)).toEqual(JSON.parse(text));
  });

  test('expires', () => {
    expect(readDraft(text, 2000, 1000)).toBeNull();
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
  ])('that reads %j is dropped', (broken) => {
    expect(readDraft(broken, 1500, 1000)).toBeNull();
  });

  test('is blank without answers and file', () => {
    expect(isBlank(newDraft({ nomeCompleto: ' ' }, false, submission, 0))).toBe(true);
    expect(isBlank(draft)).toBe(false);
  });
});
