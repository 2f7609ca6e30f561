import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { requests } from '../../../../content/requests.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import {
  CORRECTABLE,
  changesOf,
  correctedWith,
  isAsked,
  problemsOf,
  type Typed,
  typedOf,
  typedWith,
} from '../../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../../domain/enrolment/fields.ts';
import { DEFAULT_RULES } from '../../../../domain/enrolment/rules.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { FieldProblem } from '../../../ui/FieldProblem.tsx';
import { AnswerField } from '../../../ui/fields/AnswerField.tsx';
import { Choices } from '../../../ui/fields/Choices.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { askAtDesk } from '../../api/decisions.ts';
import type { Request } from '../../api/follow-up-shape.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import type { Followed } from '../state/use-open-enrolment.ts';

const words = requests.atDesk;

type Kind = keyof typeof words.kinds;

/** For a family without a link of its own: the same requests, asked by somebody whose identity document was seen. Source: docs/ux.md §8.5. */
export function CounterRequest({ enrolment, busy, change }: Omit<Followed, 'state'>) {
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);
  const [kind, setKind] = useState<Kind | ''>('');
  const [name, setName] = useState<FieldName | ''>('');
  const [typed, setTyped] = useState<Typed>({});
  const [seen, setSeen] = useState(false);
  const [problem, setProblem] = useState<Typed & { kind?: string; answer?: string; identity?: string }>({});
  const [noted, setNoted] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const fields = correctedWith(name).filter((field) => isAsked(field, enrolment, typed));

  function empty() {
    setKind('');
    setName('');
    setTyped({});
    setSeen(false);
    setProblem({});
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setNoted('');
    const corrects = kind === 'corrigir';
    const changes = changesOf(enrolment, typed);
    const found = {
      ...(kind === '' && { kind: words.kindMissing }),
      ...(corrects && name === '' && { answer: words.answerMissing }),
      ...(corrects && name !== '' && Object.keys(changes).length === 0 && { [name]: words.same }),
      ...(corrects && problemsOf(enrolment, typed, todayInBrazil(), rules)),
      ...(!seen && { identity: words.identityMissing }),
    };
    setProblem(found);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    const { id } = enrolment;
    if (!(await change(() => askAtDesk(id, kind as Request['kind'], corrects ? changes : null)))) return;
    setNoted(id);
    empty();
  }

  return (
    <details className="calls">
      <summary>{words.title}</summary>
      <form className="follow-up__part stack gap-4" noValidate ref={form} onSubmit={onSubmit}>
        <p className="field__hint">{words.hint}</p>
        <Choices
          name="kind"
          legend={words.kind}
          choices={words.kinds}
          chosen={kind}
          problem={problem.kind ?? ''}
          disabled={busy}
          onChange={(code) => {
            setKind(code);
            setProblem({});
          }}
        />
        {kind === 'corrigir' && (
          <>
            <Choice
              name="answer"
              label={words.answer}
              none={words.noAnswer}
              options={CORRECTABLE.map((field) => [field.name, field.sheetLabel] as const)}
              value={name}
              disabled={busy}
              onChoose={(chosen) => {
                setName(chosen as FieldName | '');
                setTyped({});
                setProblem({});
              }}
            />
            <FieldProblem id="balcao-resposta-erro">{problem.answer}</FieldProblem>
            {fields.map((field) => (
              <AnswerField
                key={field.name}
                field={field}
                stored={enrolment[field.name]}
                value={typed[field.name] ?? typedOf(field, enrolment[field.name])}
                changed={false}
                problem={problem[field.name]}
                disabled={busy}
                onType={(text) => {
                  setTyped(typedWith(enrolment, typed, field.name, text));
                  setProblem(({ [field.name]: _solved, ...others }) => others);
                }}
              />
            ))}
          </>
        )}
        <div className={`field${problem.identity ? ' field--problem' : ''}`}>
          <label className="choice">
            <input
              type="checkbox"
              name="identity"
              checked={seen}
              disabled={busy}
              aria-invalid={problem.identity ? true : undefined}
              aria-describedby={problem.identity ? 'balcao-identidade-erro' : undefined}
              onChange={({ target }) => setSeen(target.checked)}
            />
            <span className="choice__text">{words.identity}</span>
          </label>
          <FieldProblem id="balcao-identidade-erro">{problem.identity}</FieldProblem>
        </div>
        <p>
          <SecondaryButton type="submit" disabled={busy}>
            {words.send}
          </SecondaryButton>
        </p>
        <p role="status">{noted === enrolment.id && words.noted}</p>
      </form>
    </details>
  );
}
