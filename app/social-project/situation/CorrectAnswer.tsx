import { type FormEvent, lazy, useLayoutEffect, useRef, useState } from 'react';
import { ownData } from '../../../content/own-data.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { type Answers, fieldOf } from '../../../domain/desk/sheet.ts';
import {
  byColumn,
  changesOf,
  correctedWith,
  problemsOf,
  type Typed,
  typedOf,
} from '../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { decoratedWhenLeft } from '../../../domain/enrolment/masks.ts';
import { DEFAULT_RULES } from '../../../domain/enrolment/rules.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { setChecked } from '../../ui/set-answer.ts';
import type { OwnRequest } from './own-data.ts';

const EnrolmentField = lazy(async () => ({
  default: (await import('../SocialProjectPage.tsx')).EnrolmentField,
}));

const words = ownData.correct;

/** What no CPF or telephone is, nobody need look at. */
const STRICT = { ...DEFAULT_RULES, validacaoEstrita: true };

type Props = {
  name: FieldName;
  answers: Answers;
  busy: boolean;
  /** Resolves to what went wrong, `''` for nothing. */
  onAsk: (changes: OwnRequest['changes']) => Promise<string>;
  onCancel: () => void;
};

/** Another answer for one question, with the form's own field and checks; the medical question with its details. */
export function CorrectAnswer({ name, answers, busy, onAsk, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Typed>({});
  const [failure, setFailure] = useState('');
  const [medical, setMedical] = useState(String(answers.condicaoMedica ?? ''));
  const fields = correctedWith(name);

  const controlOf = (of: FieldName) =>
    (form.current?.elements.namedItem(of) ?? null) as HTMLInputElement | RadioNodeList | null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with what is stored, once
  useLayoutEffect(() => {
    for (const field of fields) {
      const control = controlOf(field.name);
      const text = typedOf(field, answers[field.name]);
      if (control instanceof RadioNodeList)
        for (const one of control) {
          if (one instanceof HTMLInputElement && one.value === text) setChecked(one, true);
        }
      else if (control) control.value = text;
    }
    form.current?.querySelector<HTMLElement>('input:not([type=radio]), :checked, select, textarea')?.focus();
  }, []);

  const typed = (): Typed =>
    Object.fromEntries(fields.map((field) => [field.name, controlOf(field.name)?.value ?? '']));

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = problemsOf(answers, typed(), todayInBrazil(), STRICT);
    setProblems(found);
    setFailure('');
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const changes = byColumn(changesOf(answers, typed()));
    setFailure(Object.keys(changes).length === 0 ? words.same : await onAsk(changes));
  }

  return (
    <form
      className="situation__form own-data__correct"
      aria-label={words.title(fieldOf(name).sheetLabel)}
      noValidate
      ref={form}
      onSubmit={onSubmit}
      onChange={({ target }) => {
        const control = target as HTMLElement as HTMLInputElement;
        if (control.name === 'condicaoMedica') setMedical(control.value);
        setFailure('');
      }}
      onBlur={(event) => {
        const target: EventTarget = event.target;
        if (!(target instanceof HTMLInputElement) || target.type === 'radio') return;
        const field = fields.find((one) => one.name === target.name);
        if (field) target.value = decoratedWhenLeft(field, target.value);
      }}
    >
      {fields.map((field) => (
        <EnrolmentField
          key={field.name}
          field={field}
          age=""
          medical={medical}
          problem={problems[field.name]}
          doubt={undefined}
          forWhom=""
          onFix={() => {}}
        />
      ))}
      <p className="field__hint">{words.hint}</p>
      <FieldProblem id={`corrigir-${name}-erro`}>{failure || undefined}</FieldProblem>
      <p className="actions">
        <Button type="submit" busyText={busy && ownData.sending}>
          {words.send}
        </Button>
        <SecondaryButton disabled={busy} onClick={onCancel}>
          {words.cancel}
        </SecondaryButton>
      </p>
    </form>
  );
}
