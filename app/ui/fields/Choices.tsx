import { type ReactNode, useId } from 'react';
import { FieldProblem } from '../FieldProblem.tsx';

/** One of several, by its code; `choices` are the words of each. */
export function Choices<Code extends string>({
  name,
  legend,
  choices,
  chosen,
  problem = '',
  disabled = false,
  onChange,
}: {
  name: string;
  legend: string;
  choices: Readonly<Record<Code, ReactNode>>;
  chosen: Code | '';
  problem?: string;
  disabled?: boolean;
  onChange: (code: Code) => void;
}) {
  const problemId = useId();
  return (
    <fieldset
      className={problem ? 'field field--problem' : 'field'}
      disabled={disabled}
      aria-describedby={problem ? problemId : undefined}
    >
      <legend className="field__label">{legend}</legend>
      <div className="choices">
        {(Object.entries(choices) as [Code, ReactNode][]).map(([code, words]) => (
          <label className="choice" key={code}>
            <input
              type="radio"
              name={name}
              value={code}
              checked={chosen === code}
              onChange={() => onChange(code)}
            />
            <span className="choice__text">{words}</span>
          </label>
        ))}
      </div>
      <FieldProblem id={problemId}>{problem}</FieldProblem>
    </fieldset>
  );
}
