import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from '../../ui/FieldProblem.tsx';

type BoxProps = ComponentProps<'input'> & { label: string; hint?: string; problem?: string | undefined };

/** One box to tick, with its words. */
export function TickBox({ label, hint, problem, ...input }: BoxProps) {
  const id = useId();
  const described = [hint && `${id}-dica`, problem && `${id}-erro`].filter(Boolean).join(' ');
  return (
    <div className={problem ? 'field field--problem' : 'field'}>
      <label className="choice">
        <input
          type="checkbox"
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        <span className="choice__text">{label}</span>
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-dica`}>
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-erro`}>{problem}</FieldProblem>
    </div>
  );
}

type BoxesProps<Code> = {
  legend: string;
  hint?: string;
  /** Each with its words. */
  choices: readonly (readonly [Code, ReactNode])[];
  chosen: readonly Code[];
  /** Whether they stand beside each other where there is room. */
  beside?: boolean;
  onChange: (chosen: Code[]) => void;
};

/** Several of some. */
export function TickBoxes<Code extends string | number>({
  legend,
  hint,
  choices,
  chosen,
  beside = false,
  onChange,
}: BoxesProps<Code>) {
  const hintId = useId();
  return (
    <fieldset className="field" aria-describedby={hint && hintId}>
      <legend className="field__label">{legend}</legend>
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className={beside ? 'choices choices--beside' : 'choices'}>
        {choices.map(([code, words]) => (
          <label className="choice" key={code}>
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
              }
            />
            <span className="choice__text">{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
