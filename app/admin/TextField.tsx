import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from '../ui/FieldProblem.tsx';

type Told = { label: string; hint?: string | undefined; problem: string | undefined };

/** A line to type at the desk: label, hint, control, what is wrong with it until something is typed; `children` come below. */
export function TextField({
  label,
  hint,
  problem,
  onMend,
  children,
  ...input
}: ComponentProps<'input'> & Told & { onMend: () => void }) {
  return (
    <Field label={label} hint={hint} problem={problem} below={children}>
      {(told) => <input {...input} {...told} className="field__input" required onInput={onMend} />}
    </Field>
  );
}

/** The same for several lines. */
export function TextArea({ label, hint, problem, ...area }: ComponentProps<'textarea'> & Told) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(told) => <textarea {...area} {...told} className="field__input field__input--area" />}
    </Field>
  );
}

function Field({
  label,
  hint,
  problem,
  below,
  children,
}: Told & {
  below?: ReactNode;
  children: (told: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode;
}) {
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
