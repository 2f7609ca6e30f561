import type { ComponentProps } from 'react';
import { correcting as words } from '../../../content/corrections.ts';
import { written } from '../../../domain/desk/sheet.ts';
import type { Correctable } from '../../../domain/desk/typed-answers.ts';
import type { Field as FormField } from '../../../domain/enrolment/fields.ts';
import { decoratedWhenLeft } from '../../../domain/enrolment/masks.ts';
import { Choices } from './Choices.tsx';
import { Choice, TextArea, TextField } from './TextField.tsx';

type Props = {
  field: Correctable;
  /** The stored answer. */
  stored: string | number | null;
  /** What stands in the input. */
  value: string;
  /** Whether another answer is typed: then the stored one is said below its name. */
  changed: boolean;
  problem: string | undefined;
  disabled: boolean;
  onType: (value: string) => void;
};

/** One answer to correct, in the kind of input that the form has for it. */
export function AnswerField({ field, stored, value, changed, problem, disabled, onType }: Props) {
  const { name, control, sheetLabel: label, options = {}, max } = field;
  const hint = changed ? words.now(written(name, stored)) : undefined;
  const around = { label, hint, problem, name, value, disabled };
  if (control === 'radios')
    return (
      <Choices
        name={name}
        legend={hint ? `${label} (${hint})` : label}
        choices={options}
        chosen={value}
        problem={problem ?? ''}
        onChange={onType}
      />
    );
  if (control === 'select') return <Choice {...around} options={Object.entries(options)} onChoose={onType} />;
  const typed = { ...around, autoComplete: 'off', maxLength: max && 4 * max };
  if (control === 'textarea' || control === 'details')
    return <TextArea {...typed} rows={2} onChange={({ target }) => onType(target.value)} />;
  return (
    <TextField
      {...typed}
      {...KEYBOARD[control]}
      required={false}
      onChange={({ target }) => onType(target.value)}
      onBlur={() => {
        const decorated = decoratedWhenLeft(field, value);
        if (decorated !== value) onType(decorated);
      }}
    />
  );
}

/** For the on-screen keyboard, by control; all of them are plain text, which the domain reads. */
const KEYBOARD: Partial<Record<FormField['control'], ComponentProps<'input'>>> = {
  cpf: { inputMode: 'numeric' },
  date: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  tel: { type: 'tel' },
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
};
