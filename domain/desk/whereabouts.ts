import type { FieldName } from '../enrolment/fields.ts';

/**
 * The answers that say where a person is to be found, or how to reach the family. A link does not tell them once the
 * desk has others. Mirrors `private.paradeiro`; tests/database/code-tables.test.ts compares them.
 */
export const WHEREABOUTS: readonly FieldName[] = [
  'cidade',
  'enderecoCompleto',
  'telefoneWhatsapp',
  'email',
  'nomeResponsavel',
  'telefoneResponsavel',
  'contatoRecados',
  'escola',
  'serieAno',
];
