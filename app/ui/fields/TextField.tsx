import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from '../FieldProblem.tsx';

type FieldTexts = { label: string; hint?: string | undefined; problem?: string | undefined };

type TextFieldProps = ComponentProps<'input'> & FieldTexts & { onEdit: () => void };

/** A labelled input of the desk; `onEdit` should clear the problem. `children` come below. */
export function TextField({ label, hint, problem, onEdit, children, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} below={children}>
      {(attributes) => (
        <input {...input} {...attributes} className="field__input" required onInput={onEdit} />
      )}
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

type ChoiceProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string;
  /** Words of the empty option, where there is one. */
  none?: string;
  options: readonly (readonly [value: string, words: string])[];
  onChoose: (value: string) => void;
};

/** A labelled select. */
export function Choice({ label, none, options, onChoose, ...select }: ChoiceProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <select
          {...select}
          className="field__input"
          id={id}
          onChange={(event) => onChoose(event.target.value)}
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

/** A labelled day, as ISO text. */
export function DayField({ label, ...day }: ComponentProps<'input'> & { label: string }) {
  return (
    <Field label={label}>{({ id }) => <input {...day} className="field__input" id={id} type="date" />}</Field>
  );
}
