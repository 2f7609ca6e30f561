import { project } from '../../content/social-project.ts';
import type { GivenSettings } from '../setting-texts.ts';
import { FIELDS, type Field } from './fields.ts';
import { questionsUnder, readRules } from './rules.ts';

/** A question's label on the blank form. The centre counts the age from the birth date, so it has no asterisk. */
export const labelOnBlankForm = ({ label, required, control }: Field): string =>
  required && control !== 'age' ? `${label}\u00A0*` : label;

const EMAIL = FIELDS.findIndex(({ name }) => name === 'email');

/** Words of the blank form that settings decide, by the name of their place. '' for none. */
export const BLANK_FORM_WORDS = {
  'papel-email': ({ regras }: GivenSettings) =>
    labelOnBlankForm(questionsUnder(readRules(regras))[EMAIL] as Field),
  'papel-sem-responsavel': ({ regras }: GivenSettings) => {
    const { diasSemResponsavel } = readRules(regras);
    return diasSemResponsavel === null ? '' : project.declaration.withoutGuardian(diasSemResponsavel);
  },
} as const;
