import { expect, test } from 'vitest';
import { ANSWERS } from '../../tests/support/people.ts';
import { FAMILY_FIELDS, familyAnswers } from './family.ts';
import { FIELDS, type Field } from './fields.ts';

test('a family keeps where it lives, how to reach it, the guardian and the income, and nothing else', () => {
  expect(FAMILY_FIELDS).toEqual([
    'cidade',
    'enderecoCompleto',
    'telefoneWhatsapp',
    'email',
    'nomeResponsavel',
    'telefoneResponsavel',
    'contatoRecados',
    'rendaFamiliar',
  ]);
  const never = (FIELDS as readonly Field[]).filter(
    ({ ofFamily, privacy, control }) =>
      ofFamily && (privacy === 'identity' || privacy === 'health' || control === 'file'),
  );
  expect(never).toEqual([]);
});

test('blank answers are left out', () => {
  const shared = familyAnswers({ ...ANSWERS, nomeResponsavel: ' ', contatoRecados: '' });
  expect(Object.keys(shared)).not.toContain('nomeResponsavel');
  expect(Object.keys(shared)).not.toContain('contatoRecados');
  expect(shared).toMatchObject({ cidade: ANSWERS.cidade, rendaFamiliar: ANSWERS.rendaFamiliar });
  expect(JSON.stringify(shared)).not.toContain(ANSWERS.cpf);
  expect(JSON.stringify(shared)).not.toContain(ANSWERS.nomeCompleto);
});
