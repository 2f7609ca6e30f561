import type { ReactNode } from 'react';
import { blankForm } from '../../content/blank-form.ts';
import { BLANK_FORM_WORDS, labelOnBlankForm } from '../../domain/enrolment/blank-form-texts.ts';
import type { Field } from '../../domain/enrolment/fields.ts';
import { SettingText } from '../api/SettingText.tsx';

// Lines and boxes to fill in by hand, drawn with borders because browsers do not print
// backgrounds. Hidden from screen readers: the question beside them says what to write.

const { form: texts } = blankForm;

/** At most this many options are placed in one row; more take columns. */
const ONE_ROW = 3;
/** A question with a longer hint takes a whole row. */
const LONG_HINT = 60;
/** Longer labels need more width than a short answer. */
const LONG_LABEL = 24;

type Width = 'short' | 'boxes' | 'signature' | 'medium' | 'long' | 'whole';

/** One question of the blank form, with space to answer it by hand. */
export function BlankQuestion({ field }: { field: Field }) {
  const { name, control } = field;
  const hint = control === 'file' ? '' : (texts.hints[name] ?? field.hint);
  const [width, space] = spaceFor(field);
  const words =
    name === 'email' ? (
      <SettingText as="strong" name="papel-email" words={BLANK_FORM_WORDS['papel-email']} />
    ) : (
      <strong>{labelOnBlankForm(field)}</strong>
    );
  return (
    <Question width={width} words={words} hint={hint}>
      {space}
    </Question>
  );
}

type Props = { width: Width; words: ReactNode; hint?: string | undefined; children: ReactNode };

/** Words with the space for their answer below. */
export const Question = ({ width, words, hint, children }: Props) => (
  <li className={`blank-question blank-question--${width}`}>
    <p>
      {words}
      {hint && <small> {hint}</small>}
    </p>
    <div className="blank-question__answer">{children}</div>
  </li>
);

/** The width of a question, which grows to fill its row, and the space for its answer. */
export function spaceFor({ control, label, hint = '', max = 0, options, range }: Field): [Width, ReactNode] {
  const short = max <= 20 && label.length <= LONG_LABEL;
  if (!options)
    return (
      SPACES[control] ?? [
        short ? 'short' : max <= 80 ? 'medium' : 'long',
        <Lines key="lines" unit={range?.unit} />,
      ]
    );
  const choices = Object.values(options);
  const fits = choices.length <= ONE_ROW;
  return [
    fits && hint.length <= LONG_HINT ? 'medium' : 'whole',
    <ul className={fits ? 'tick-list flow' : 'tick-list tick-list--columns'} key="choices">
      {choices.map((text) => (
        <li className="tick-box" key={text}>
          {text}
        </li>
      ))}
    </ul>,
  ];
}

/** Lines to write on, with words where they begin and end. */
export const Lines = ({ count = 1, start = '', unit = '' }) =>
  Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical lines never change places
    <span className="writing-line" key={line}>
      <span aria-hidden="true">{start}</span>
      {unit}
    </span>
  ));

/** Boxes for one digit each, a zero in the pattern, with the signs between. */
export const Boxes = ({ pattern = '00/00/0000' }) => (
  <span className="digit-boxes" aria-hidden="true">
    {[...pattern].map((sign, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: identical boxes never change places
      sign === '0' ? <span className="digit-boxes__box" key={at} /> : `\u2009${sign}\u2009`,
    )}
  </span>
);

const SPACES: Partial<Record<Field['control'], [Width, ReactNode]>> = {
  age: ['short', <Lines key="age" unit={texts.ageUnit} />],
  date: ['boxes', <Boxes key="date" />],
  cpf: ['boxes', <Boxes key="cpf" pattern="000.000.000-00" />],
  tel: ['medium', <Lines key="tel" start="(       )" />],
  textarea: ['whole', <Lines key="lines" count={3} />],
  details: ['whole', <Lines key="lines" count={4} />],
  file: ['whole', <p key="bring">{texts.bring}</p>],
};
