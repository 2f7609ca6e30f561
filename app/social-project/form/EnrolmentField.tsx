import { type ComponentProps, type KeyboardEvent, memo, type ReactNode } from 'react';
import { project } from '../../../content/social-project.ts';
import { readDecimal } from '../../../domain/enrolment/answers.ts';
import { type Doubt, type ForWhom, MAY_BE_DOUBTED } from '../../../domain/enrolment/doubts.ts';
import type { Field, FieldName } from '../../../domain/enrolment/fields.ts';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { useReady } from '../../ui/use-ready.ts';
import { autocompleteOf, hintOf } from './autocomplete.ts';

type Props = {
  field: Field & { name: FieldName };
  /** Full years by the birth date, `''` while it is not valid. */
  age: string;
  /** The answer to the medical question, `''` for none yet. */
  medical: string;
  problem: string | undefined;
  doubt: Doubt | undefined;
  forWhom: ForWhom;
  /** Enters the answers that the doubt suggests. */
  onFix: (name: FieldName, doubt: Doubt) => void;
};

/** One question of the form: label, hint, control, doubt and problem. Memoised, so that it renders only when its own props change. */
export const EnrolmentField = memo(function EnrolmentField(props: Props) {
  const { field, age, medical, problem, doubt, forWhom, onFix } = props;
  const { name, control, label, required, placeholder, options = {} } = field;
  const hint = hintOf(field, forWhom);
  const hintId = `${name}-dica`;
  const problemId = `${name}-erro`;
  const noteId = `${name}-nota`;
  // Beside a problem a doubt is shown only when it offers a correction.
  const shown = problem && !doubt?.fix ? undefined : doubt;
  const described = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby':
      [hint && hintId, shown?.text && noteId, problem && problemId].filter(Boolean).join(' ') || undefined,
  };
  const common = {
    id: name,
    name,
    className: 'field__input',
    required,
    autoComplete: autocompleteOf(name, forWhom) ?? 'off',
    ...described,
  };
  const isYes = medical === 'sim';

  switch (control) {
    case 'radios':
      return (
        <fieldset
          className={classOf(field, problem)}
          id={name}
          aria-describedby={described['aria-describedby']}
        >
          <legend className="field__label">{withAsterisk(label, required)}</legend>
          <Hint id={hintId}>{hint}</Hint>
          <div className={`choices${Object.keys(options).length === 2 ? ' choices--two' : ''}`}>
            {Object.entries(options).map(([value, text]) => (
              <label className="choice" key={value}>
                <input
                  type="radio"
                  id={`${name}-${value}`}
                  value={value}
                  required={required}
                  name={name}
                  autoComplete={autocompleteOf(name, forWhom)}
                />
                <span className="choice__text">{text}</span>
              </label>
            ))}
          </div>
          <FieldProblem id={problemId}>{problem}</FieldProblem>
        </fieldset>
      );
    case 'details':
      return question(
        <>
          <textarea
            {...common}
            className={`field__input${medical === 'nao' ? '' : ' field__input--area'}`}
            rows={medical === 'nao' ? 1 : undefined}
            required={isYes}
            disabled={!isYes}
            placeholder={isYes ? project.details.placeholder : project.details.placeholderUnlessYes}
            {...(!isYes && { 'aria-describedby': `${name}-fechado` })}
          />
          {!isYes && (
            <p className="vh" id={`${name}-fechado`}>
              {project.details.closed}
            </p>
          )}
        </>,
        isYes ? label : project.details.labelUnlessYes,
      );
    case 'textarea':
      return question(<textarea {...common} className="field__input field__input--area" rows={3} />);
    case 'select':
      return question(
        <select {...common}>
          <option value="">{project.selectNothing}</option>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>,
      );
    case 'age':
      return question(
        <>
          <input {...common} type="text" value={age} readOnly />
          <p className="vh" aria-live="polite">
            {age && project.years(age)}
          </p>
        </>,
        label, // calculated, so it has no asterisk
      );
    default:
      return question(
        <input {...common} {...INPUT_ATTRIBUTES[control]} placeholder={placeholder} {...stepping(field)} />,
      );
  }

  function question(input: ReactNode, words: string = withAsterisk(label, required)) {
    return (
      <div className={classOf(field, problem)}>
        <label className="field__label" htmlFor={name}>
          {words}
        </label>
        <Hint id={hintId}>{hint}</Hint>
        {input}
        {MAY_BE_DOUBTED.has(name) && (
          <FieldNote id={noteId} doubt={shown} onFix={() => shown && onFix(name, shown)} />
        )}
        <FieldProblem id={problemId}>{problem}</FieldProblem>
      </div>
    );
  }
});

/** Input attributes, mostly for the on-screen keyboard, by control. */
const INPUT_ATTRIBUTES: Partial<Record<Field['control'], ComponentProps<'input'>>> = {
  text: { type: 'text', enterKeyHint: 'next', autoCapitalize: 'words', spellCheck: false },
  cpf: { type: 'text', enterKeyHint: 'next', inputMode: 'numeric' },
  date: { type: 'text', enterKeyHint: 'next', inputMode: 'numeric' },
  decimal: { type: 'text', enterKeyHint: 'next', inputMode: 'decimal' },
  tel: { type: 'tel', enterKeyHint: 'next' },
  email: { type: 'email', enterKeyHint: 'next', autoCapitalize: 'none', spellCheck: false },
};

/** Arrow keys change the number by the field's step, within its range; the wheel does not. Source: SPEC §2. */
function stepping({ range }: Field): ComponentProps<'input'> {
  if (!range) return {};
  const { step, min, max } = range;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const number = readDecimal(event.currentTarget.value, range);
    if (!direction || typeof number !== 'number') return;
    event.preventDefault();
    const next = Math.min(max, Math.max(min, number + direction * step));
    event.currentTarget.value = next.toLocaleString('pt-BR', { maximumFractionDigits: step < 0.1 ? 2 : 1 });
  };
  return { step, onKeyDown };
}

/** Answers of one line that need all of it; the others stand beside each other where there is room. */
const LONG: ReadonlySet<FieldName> = new Set(['nomeCompleto', 'nomeSocial', 'cidade', 'contatoRecados']);

function classOf({ name, control }: Props['field'], problem: string | undefined): string {
  const isLine = control === 'age' || control in INPUT_ATTRIBUTES;
  const short = isLine && !LONG.has(name) ? ' question--short' : '';
  return `field question question--${control}${short}${problem ? ' field--problem' : ''}`;
}

const withAsterisk = (label: string, required: true | undefined) => (required ? `${label} *` : label);

function Hint({ id, children }: { id: string; children: string | undefined }) {
  return (
    children && (
      <p className="field__hint" id={id}>
        {children}
      </p>
    )
  );
}

/** A doubt about an answer, announced politely, with a button for its correction. Rendered after hydration only. */
function FieldNote({ id, doubt, onFix }: { id: string; doubt: Doubt | undefined; onFix: () => void }) {
  if (!useReady()) return null;
  return (
    <div className="field__note" id={id} aria-live="polite">
      {doubt?.text && <span key={doubt.text}>{`${doubt.text} `}</span>}
      {doubt?.fix && (
        <button className="link-button" type="button" onClick={onFix}>
          {doubt.fix.label}
        </button>
      )}
    </div>
  );
}
