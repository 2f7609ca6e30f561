import type { Field as EnrolmentField } from '../../../domain/enrolment/fields.ts';
import { decoratedWhenLeft } from '../../../domain/enrolment/masks.ts';
import { Field } from './TextField.tsx';

type Props = {
  field: EnrolmentField;
  name: string;
  value: string;
  problem: string | undefined;
  disabled: boolean;
  onType: (text: string) => void;
};

/** One answer of the enrolment, to be typed at the desk as the form asks it: a choice, several lines, or one. */
export function AnswerField({ field, name, value, problem, disabled, onType }: Props) {
  const { sheetLabel, hint, control, options, max } = field;
  return (
    <Field label={sheetLabel} hint={hint} problem={problem}>
      {(attributes) => {
        const common = {
          ...attributes,
          name,
          value,
          disabled,
          className: 'field__input',
          onChange: ({ target }: { target: { value: string } }) => onType(target.value),
        };
        if (options)
          return (
            <select {...common}>
              <option value="" />
              {Object.entries(options).map(([code, words]) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </select>
          );
        if (control === 'textarea' || control === 'details')
          return <textarea {...common} className="field__input field__input--area" rows={3} />;
        return (
          <input
            {...common}
            maxLength={max && 4 * max}
            autoComplete="off"
            onBlur={({ target }) => onType(decoratedWhenLeft(field, target.value))}
          />
        );
      }}
    </Field>
  );
}
