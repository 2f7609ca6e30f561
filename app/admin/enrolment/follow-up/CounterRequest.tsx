import { type FormEvent, useRef, useState } from 'react';
import { requests } from '../../../../content/requests.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { fieldOf } from '../../../../domain/desk/sheet.ts';
import { FIELDS, type FieldName } from '../../../../domain/enrolment/fields.ts';
import {
  changesIn,
  proposalProblems,
  proposedWith,
  type Typed,
  typedAnswer,
} from '../../../../domain/enrolment/proposed-answer.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { FieldProblem } from '../../../ui/FieldProblem.tsx';
import { askAtDesk } from '../../api/decisions.ts';
import type { Request } from '../../api/follow-up-shape.ts';
import { AnswerField } from '../../controls/AnswerField.tsx';
import { Choices } from '../../controls/Choices.tsx';
import { Choice } from '../../controls/TextField.tsx';
import type { Followed } from '../state/use-open-enrolment.ts';

const words = requests.atDesk;

type Kind = keyof typeof words.kinds;

/** What may be asked for another answer, by the sheet's labels. */
const PROPOSED = FIELDS.filter(({ name }) => proposedWith(name).length > 0).map(
  ({ name, sheetLabel }) => [name, sheetLabel] as const,
);

/** For a family without a link of its own: the same requests, asked by somebody whose identity document was seen. Source: docs/ux.md §8.5. */
export function CounterRequest({ enrolment, busy, change }: Omit<Followed, 'state'>) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [name, setName] = useState<FieldName | ''>('');
  const [typed, setTyped] = useState<Typed>({});
  const [seen, setSeen] = useState(false);
  const [problem, setProblem] = useState<Typed & { kind?: string; answer?: string; identity?: string }>({});
  const [noted, setNoted] = useState('');
  const form = useRef<HTMLFormElement>(null);

  function choose(chosen: string) {
    setName(chosen as FieldName);
    setProblem({});
    setTyped(
      Object.fromEntries(
        proposedWith(chosen).map((field) => [field.name, typedAnswer(field, enrolment[field.name])]),
      ),
    );
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setNoted('');
    const corrects = kind === 'corrigir';
    const changes = corrects ? changesIn(typed, enrolment) : null;
    const wrong = corrects ? proposalProblems(typed, todayInBrazil()) : {};
    const found = {
      ...(kind === '' && { kind: words.kindMissing }),
      ...(corrects && name === '' && { answer: words.answerMissing }),
      ...(corrects && name !== '' && Object.keys(changes ?? {}).length === 0 && { answer: words.same }),
      ...wrong,
      ...(!seen && { identity: words.identityMissing }),
    };
    setProblem(found);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="balcao-${first}"]`)?.focus();
    const { id } = enrolment;
    if (!(await change(() => askAtDesk(id, kind as Request['kind'], changes)))) return;
    setNoted(id);
    setKind('');
    setName('');
    setTyped({});
    setSeen(false);
  }

  return (
    <details className="calls">
      <summary>{words.title}</summary>
      <form className="follow-up__part" noValidate ref={form} onSubmit={onSubmit}>
        <p className="field__hint">{words.hint}</p>
        <Choices
          name="balcao-kind"
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
              name="balcao-answer"
              label={words.answer}
              none={words.noAnswer}
              options={PROPOSED}
              value={name}
              disabled={busy}
              onChoose={choose}
            />
            <FieldProblem id="balcao-resposta-erro">{problem.answer}</FieldProblem>
            {name !== '' &&
              proposedWith(name).map((field) => (
                <AnswerField
                  key={field.name}
                  field={fieldOf(field.name)}
                  name={`balcao-${field.name}`}
                  value={typed[field.name] ?? ''}
                  problem={problem[field.name]}
                  disabled={busy}
                  onType={(text) => setTyped((now) => ({ ...now, [field.name]: text }))}
                />
              ))}
          </>
        )}
        <div className={`field${problem.identity ? ' field--problem' : ''}`}>
          <label className="choice">
            <input
              type="checkbox"
              name="balcao-identity"
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
