import type { Answers } from '../../../../domain/desk/sheet.ts';
import { type Correctable, isAsked, type Typed, typedWith } from '../../../../domain/desk/typed-answers.ts';
import { AnswerField } from '../../../ui/fields/AnswerField.tsx';
import type { Problems } from '../../controls/use-form.ts';

type Props = {
  fields: readonly Correctable[];
  stored: Answers;
  /** The form whose values are what is typed, each answer as it stands in its input. */
  form: { values: Typed; problems: Problems<Typed>; set: (typed: Typed) => void };
  /** The answers that change, beside which the stored one is said. */
  changes?: Partial<Answers>;
  disabled?: boolean;
};

/** Inputs for answers of an enrolment that are to be others. */
export function AnswerInputs({ fields, stored, form, changes = {}, disabled = false }: Props) {
  const { values, problems, set } = form;

  /** Another answer may change with the typed one. */
  function type({ name }: Correctable, text: string) {
    const typed = Object.entries(typedWith(stored, values, name, text)) as [Correctable['name'], string][];
    set(Object.fromEntries(typed.filter(([other, now]) => other === name || now !== values[other])));
  }

  return fields.map((field) => (
    <AnswerField
      key={field.name}
      field={field}
      stored={stored[field.name]}
      value={values[field.name] ?? ''}
      changed={field.name in changes}
      problem={problems[field.name]}
      disabled={disabled || !isAsked(field, stored, values)}
      onType={(text) => type(field, text)}
    />
  ));
}
