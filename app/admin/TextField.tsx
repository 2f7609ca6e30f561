import { type ComponentProps, useId } from 'react';
import { FieldProblem } from '../ui/FieldProblem.tsx';

/** A line to type at the desk: label, hint, control, what is wrong with it until something is typed; `children` come below. */
export function TextField({
  label,
  hint,
  problem,
  onMend,
  children,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  problem: string | undefined;
  onMend: () => void;
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
      <input
        {...input}
        onInput={onMend}
        className="field__input"
        id={id}
        required
        aria-invalid={Boolean(problem)}
        aria-describedby={described || undefined}
      />
      <FieldProblem id={`${id}-erro`}>{problem}</FieldProblem>
      {children}
    </div>
  );
}
