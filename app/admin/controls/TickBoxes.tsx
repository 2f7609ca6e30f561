import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from '../../ui/FieldProblem.tsx';

type BoxProps = ComponentProps<'input'> & { label: ReactNode };

const Box = ({ label, ...input }: BoxProps) => (
  <label className="choice">
    <input type="checkbox" {...input} />
    <span className="choice__text">{label}</span>
  </label>
);

/** One box to tick, with its words. */
export function TickBox({
  hint,
  problem = '',
  ...box
}: BoxProps & { hint?: string; problem?: string | undefined }) {
  const id = useId();
  return (
    <div className={problem ? 'field field--problem' : 'field'}>
      <Box aria-describedby={hint || problem ? id : undefined} aria-invalid={Boolean(problem)} {...box} />
      {hint && (
        <p className="field__hint" id={id}>
          {hint}
        </p>
      )}
      <FieldProblem id={hint ? `${id}-erro` : id}>{problem}</FieldProblem>
    </div>
  );
}

type BoxesProps<Code> = {
  name?: string;
  legend: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Each with its words. */
  choices: readonly (readonly [Code, ReactNode])[];
  chosen: readonly Code[];
  /** Whether they stand beside each other where there is room. */
  beside?: boolean;
  onChange: (chosen: Code[]) => void;
};

/** Several of some. */
export function TickBoxes<Code extends string | number>({
  name,
  legend,
  hint,
  problem,
  choices,
  chosen,
  beside = false,
  onChange,
}: BoxesProps<Code>) {
  const hintId = useId();
  return (
    <fieldset
      className={problem ? 'field field--problem' : 'field'}
      aria-describedby={[hint && hintId, problem && `${hintId}-erro`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="field__label">{legend}</legend>
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className={beside ? 'choices choices--beside' : 'choices'}>
        {choices.map(([code, words]) => (
          <Box
            key={code}
            name={name}
            label={words}
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
            }
          />
        ))}
      </div>
      <FieldProblem id={`${hintId}-erro`}>{problem}</FieldProblem>
    </fieldset>
  );
}
