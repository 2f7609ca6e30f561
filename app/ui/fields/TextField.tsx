import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from '../FieldProblem.tsx';

type FieldTexts = { label: string; hint?: string | undefined; problem?: string | undefined };

type TextFieldProps = ComponentProps<'input'> & FieldTexts;

/** A labelled input. `children` come below. */
export function TextField({ label, hint, problem, children, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} below={children}>
      {(attributes) => <input required {...input} {...attributes} className="field__input" />}
    </Field>
  );
}

/** A labelled input for several lines. */
export function TextArea({ label, hint, problem, ...area }: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => <textarea {...area} {...attributes} className="field__input field__input--area" />}
    </Field>
  );
}

type FieldProps = FieldTexts & {
  below?: ReactNode;
  children: (
    attributes: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode;
};

/** What every field has around its control, which `children` draw; `below` comes last. */
export function Field({ label, hint, problem, below, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-dica`, problem && `${id}-erro`].filter(Boolean).join(' ');
  return (
    <div className={problem ? 'field field--problem' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-dica`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': Boolean(problem), 'aria-describedby': described || undefined })}
      <FieldProblem id={`${id}-erro`}>{problem}</FieldProblem>
      {below}
    </div>
  );
}

type ChoiceProps = ComponentProps<'select'> &
  FieldTexts & {
    /** Words of the empty option, where there is one. */
    none?: string;
    options: readonly (readonly [value: string, words: string])[];
    onChoose?: (value: string) => void;
  };

/** A labelled select. */
export function Choice({ label, hint, problem, none, options, onChoose, ...select }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <select
          onChange={(event) => onChoose?.(event.target.value)}
          {...select}
          {...attributes}
          className="field__input"
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A labelled day, as ISO text; with another `type` a moment. */
export const DayField = (day: TextFieldProps) => <TextField type="date" required={false} {...day} />;
