import { project } from '../../content/social-project.ts';
import type { ForWhom } from '../../domain/doubts.ts';
import type { Field, FieldName } from '../../domain/enrolment-fields.ts';

/**
 * What the browser may fill in: a person's own data into their own enrolment, a
 * guardian's into the guardian's part, and nothing while nobody has said for
 * whom it is. The autocomplete token, undefined for nothing. Source: ux.md §4.2, §4.4.
 */
export function tokenOf(name: FieldName, forWhom: ForWhom): string | undefined {
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

/** The hint of a field in words for whoever is filling in. */
export function hintOf({ name, hint }: Field, forWhom: ForWhom): string | undefined {
  return (forWhom !== '' && (project.forWhom.hints[forWhom] as Record<string, string>)[name]) || hint;
}
