import type { ReactNode } from 'react';
import { blankForm } from '../../content/blank-form.ts';
import type { Field } from '../../domain/enrolment/fields.ts';
import { Boxes, CPF, DATE, Lines, Tick } from './Handwriting.tsx';
import './handwriting.css';

/** At most this many options are placed in one row; more take columns. */
const ONE_ROW = 3;
/** A question with a longer hint takes a whole row. */
const LONG_HINT = 60;
/** Longer labels need more width than a short answer. */
const LONG_LABEL = 24;

/** One question of the blank form, with space to answer it by hand. */
export function BlankQuestion({ field }: { field: Field }) {
  const { name, label, control } = field;
  const hint = blankForm.form.hints[name] ?? field.hint;
  // The centre counts the age from the birth date, so it has no asterisk.
  const required = field.required && control !== 'age';

  return (
    <li className={`blank-question blank-question--${widthOf(field)}`}>
      <p>
        <strong>{required ? `${label}\u00A0*` : label}</strong>
        {control !== 'file' && hint && <span className="blank-question__hint"> {hint}</span>}
      </p>
      <div className="blank-question__answer">{answerTo(field)}</div>
    </li>
  );
}

type Width = 'tiny' | 'short' | 'boxes' | 'medium' | 'long' | 'whole';

/** The width of a question in its row; the rest of the row is distributed. */
export function widthOf({ control, label, hint = '', max = 0, options = {} }: Field): Width {
  switch (control) {
    case 'age':
      return 'tiny';
    case 'decimal':
      return 'short';
    case 'date':
    case 'cpf':
      return 'boxes';
    case 'tel':
      return 'medium';
    case 'email':
      return 'long';
    case 'radios':
    case 'select':
      return Object.keys(options).length <= ONE_ROW && hint.length <= LONG_HINT ? 'medium' : 'whole';
    case 'text':
      if (max <= 20 && label.length <= LONG_LABEL) return 'short';
      return max <= 80 ? 'medium' : 'long';
    default:
      return 'whole';
  }
}

function answerTo({ control, options = {}, range }: Field): ReactNode {
  switch (control) {
    case 'date':
      return <Boxes pattern={DATE} />;
    case 'cpf':
      return <Boxes pattern={CPF} />;
    case 'tel':
      return <Lines start="(       )" />;
    case 'age':
      return <Lines unit={blankForm.form.ageUnit} />;
    case 'decimal':
      return <Lines unit={range?.unit} />;
    case 'textarea':
      return <Lines count={3} />;
    case 'details':
      return <Lines count={4} />;
    case 'file':
      return <p>{blankForm.form.bring}</p>;
    case 'radios':
    case 'select': {
      const texts = Object.values(options);
      return (
        <ul className={texts.length <= ONE_ROW ? 'tick-list' : 'tick-list tick-list--columns'}>
          {texts.map((text) => (
            <li key={text}>
              <Tick>{text}</Tick>
            </li>
          ))}
        </ul>
      );
    }
    default:
      return <Lines />;
  }
}
