import type { ReactNode } from 'react';
import { blankForm } from '../../content/blank-form.ts';
import { BLANK_FORM_WORDS, labelOnBlankForm } from '../../domain/enrolment/blank-form-texts.ts';
import type { Field } from '../../domain/enrolment/fields.ts';
import { SettingText } from './SettingText.tsx';
import './handwriting.css';

// Lines and boxes to fill in by hand, drawn with borders because browsers do not print
// backgrounds. Hidden from screen readers: the question beside them says what to write.

const { form: texts } = blankForm;

/** At most this many options are placed in one row; more take columns. */
const ONE_ROW = 3;
/** A question with a longer hint takes a whole row. */
const LONG_HINT = 60;
/** Longer labels need more width than a short answer. */
const LONG_LABEL = 24;

export const DATE = '00/00/0000';

type Width = 'tiny' | 'short' | 'boxes' | 'medium' | 'long' | 'whole';

/** One question of the blank form, with space to answer it by hand. */
export function BlankQuestion({ field }: { field: Field }) {
  const { name, control } = field;
  const hint = texts.hints[name] ?? field.hint;
  const { width, space } = spaceFor(field);
  const words = (
    <>
      {name === 'email' ? (
        <SettingText as="strong" name="papel-email" words={BLANK_FORM_WORDS['papel-email']} />
      ) : (
        <strong>{labelOnBlankForm(field)}</strong>
      )}
      {control !== 'file' && hint && <span className="blank-question__hint"> {hint}</span>}
    </>
  );
  return (
    <Question width={width} words={words}>
      {space}
    </Question>
  );
}

/** Words with the space for their answer below. */
export function Question({
  width,
  words,
  children,
}: {
  width: Width;
  words: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={`blank-question blank-question--${width}`}>
      <p>{words}</p>
      <div className="blank-question__answer">{children}</div>
    </li>
  );
}

/** The width of a question, which grows to fill its row, and the space for its answer. */
export function spaceFor({ control, label, hint = '', max = 0, options = {}, range }: Field): {
  width: Width;
  space: ReactNode;
} {
  switch (control) {
    case 'age':
      return { width: 'tiny', space: <Lines unit={texts.ageUnit} /> };
    case 'decimal':
      return { width: 'short', space: <Lines unit={range?.unit} /> };
    case 'date':
      return { width: 'boxes', space: <Boxes pattern={DATE} /> };
    case 'cpf':
      return { width: 'boxes', space: <Boxes pattern="000.000.000-00" /> };
    case 'tel':
      return { width: 'medium', space: <Lines start="(       )" /> };
    case 'email':
      return { width: 'long', space: <Lines /> };
    case 'textarea':
      return { width: 'whole', space: <Lines count={3} /> };
    case 'details':
      return { width: 'whole', space: <Lines count={4} /> };
    case 'file':
      return { width: 'whole', space: <p>{texts.bring}</p> };
    case 'radios':
    case 'select': {
      const choices = Object.values(options);
      const fits = choices.length <= ONE_ROW;
      const space = (
        <ul className={fits ? 'tick-list' : 'tick-list tick-list--columns'}>
          {choices.map((text) => (
            <li key={text}>
              <Tick>{text}</Tick>
            </li>
          ))}
        </ul>
      );
      return { width: fits && hint.length <= LONG_HINT ? 'medium' : 'whole', space };
    }
    default: {
      const short = max <= 20 && label.length <= LONG_LABEL;
      return { width: short ? 'short' : max <= 80 ? 'medium' : 'long', space: <Lines /> };
    }
  }
}

/** Lines to write on; `start` begins the first, `unit` ends the last. */
export function Lines({ count = 1, unit, start }: { count?: number; unit?: string; start?: string }) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical lines never change places
    <span className="writing-line" key={line}>
      {line === 0 && start && (
        <span className="writing-line__start" aria-hidden="true">
          {start}
        </span>
      )}
      {line === count - 1 && unit && <span className="writing-line__unit">{unit}</span>}
    </span>
  ));
}

/** Boxes for one digit each: `00/00/0000` draws two, two and four, with the slashes between. */
export function Boxes({ pattern }: { pattern: string }) {
  return (
    <span className="digit-boxes" aria-hidden="true">
      {(pattern.match(/0+|[^0]+/g) ?? []).map((part, at) => (
        // biome-ignore-start lint/suspicious/noArrayIndexKey: identical boxes never change places
        <span className={part.startsWith('0') ? 'digit-boxes__group' : 'digit-boxes__between'} key={at}>
          {part.startsWith('0')
            ? [...part].map((_, box) => <span className="digit-boxes__box" key={box} />)
            : part}
        </span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: identical boxes never change places
      ))}
    </span>
  );
}

/** A box to tick with its label. */
export function Tick({ children }: { children: ReactNode }) {
  return (
    <span className="tick-box">
      <span className="tick-box__square" aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
