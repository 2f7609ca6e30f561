import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ownData } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { type Answers, fieldOf } from '../../../domain/desk/sheet.ts';
import {
  byColumn,
  changesOf,
  correctedWith,
  isAsked,
  problemsOf,
  type Typed,
  typedOf,
  typedWith,
} from '../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { AnswerField } from '../../ui/fields/AnswerField.tsx';
import { useRules } from '../form/use-rules.ts';
import type { OwnRequest } from './own-data.ts';

const words = ownData.correct;

type Props = {
  name: FieldName;
  answers: Answers;
  busy: boolean;
  /** Resolves to what went wrong, `''` for nothing. */
  onAsk: (changes: OwnRequest['mudancas']) => Promise<string>;
  onCancel: () => void;
};

/** Another answer for one question, in the kind of input that the form has for it; the medical question with its details. */
export function CorrectAnswer({ name, answers, busy, onAsk, onCancel }: Props) {
  const rules = useRules();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Typed>({});
  const [failure, setFailure] = useState('');
  const stored = (field: ReturnType<typeof correctedWith>[number]) => typedOf(field, answers[field.name]);
  const fields = correctedWith(name).filter((field) => isAsked(field, answers, typed));

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=radio]), :checked, select, textarea')?.focus();
  }, []);

  function onType(of: FieldName, value: string) {
    setTyped(typedWith(answers, typed, of, value));
    setFailure('');
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = problemsOf(answers, typed, todayInBrazil(), rules);
    setProblems(found);
    setFailure('');
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const changes = byColumn(changesOf(answers, typed));
    setFailure(Object.keys(changes).length === 0 ? words.same : await onAsk(changes));
  }

  return (
    <form
      className="situation__form own-data__correct"
      aria-label={words.title(fieldOf(name).sheetLabel)}
      noValidate
      ref={form}
      onSubmit={onSubmit}
    >
      {fields.map((field) => (
        <AnswerField
          key={field.name}
          field={field}
          stored={answers[field.name] ?? null}
          value={typed[field.name] ?? stored(field)}
          changed={(typed[field.name] ?? stored(field)) !== stored(field)}
          problem={problems[field.name]}
          disabled={busy}
          onType={(value) => onType(field.name, value)}
        />
      ))}
      <p className="field__hint">{words.hint}</p>
      <FieldProblem id={`corrigir-${name}-erro`}>{failure || undefined}</FieldProblem>
      <p className="actions">
        <Button type="submit" busyText={busy && situation.requests.sending}>
          {words.send}
        </Button>
        <SecondaryButton disabled={busy} onClick={onCancel}>
          {words.cancel}
        </SecondaryButton>
      </p>
    </form>
  );
}
