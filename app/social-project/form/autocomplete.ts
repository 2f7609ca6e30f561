import { project } from '../../../content/social-project.ts';
import type { ForWhom } from '../../../domain/enrolment/doubts.ts';
import type { Field, FieldName } from '../../../domain/enrolment/fields.ts';

/**
 * The autocomplete token of a field: the user's own data go into their own enrolment or
 * into the guardian's part. Undefined for none, as long as `forWhom` is unanswered.
 * Source: docs/ux.md §4.2, §4.4.
 */
export function autocompleteOf(name: FieldName, forWhom: ForWhom): string | undefined {
  return forWhom === '' ? undefined : TOKENS[forWhom][name];
}

const TOKENS: Record<'mim' | 'outra', Partial<Record<FieldName, string>>> = {
  mim: {
    nomeCompleto: 'name',
    dataNascimento: 'bday',
    sexo: 'sex',
    cidade: 'address-level2',
    enderecoCompleto: 'street-address',
    telefoneWhatsapp: 'tel-national',
    email: 'email',
  },
  outra: { nomeResponsavel: 'name', telefoneResponsavel: 'tel-national' },
};

/** The hint of a field, worded for the person who fills in the form. */
export function hintOf({ name, hint }: Field, forWhom: ForWhom): string | undefined {
  return (forWhom !== '' && (project.forWhom.hints[forWhom] as Record<string, string>)[name]) || hint;
}
