import { type FormEvent, useRef, useState } from 'react';
import { situation } from '../../../content/situation.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import {
  type GuardianAnswers,
  guardianFields,
  guardianProblems,
  storedGuardianAnswer,
} from '../../../domain/enrolment/given-guardian.ts';
import { decoratedWhenLeft } from '../../../domain/enrolment/masks.ts';
import type { GuardianAnswer } from '../../../domain/enrolment/missing-guardian.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { failureText } from '../sending/failure-text.ts';
import { type FamilySituation, sendGuardian } from './situation-api.ts';
import './guardian-form.css';

const words = situation.guardian;

type Props = {
  code: string;
  /** What is missing: what is asked for. */
  lacks: readonly GuardianAnswer[];
  onSent: (answer: FamilySituation) => void;
};

/** Gives the guardian's name and telephone by the personal code, with the form's fields and checks. Source: docs/ux.md §6.5. */
export function GuardianForm({ code, lacks, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<GuardianAnswers>({});
  const [failure, setFailure] = useState('');

  const typed = () =>
    Object.fromEntries(new FormData(form.current ?? undefined)) as Record<GuardianAnswer, string>;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = guardianProblems(typed(), lacks, todayInBrazil());
    setProblems(found);
    setFailure('');
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    const { nomeResponsavel, telefoneResponsavel } = typed();
    setBusy(true);
    try {
      const { answer, received, limited } = await sendGuardian(
        code,
        storedGuardianAnswer('nomeResponsavel', nomeResponsavel),
        storedGuardianAnswer('telefoneResponsavel', telefoneResponsavel),
      );
      if (answer && received) onSent(answer);
      else setFailure(limited ? situation.requests.tooMany : answer ? words.already : situation.nobody);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="guardian-form stack"
      aria-labelledby="dar-responsavel"
      noValidate
      ref={form}
      onSubmit={onSubmit}
    >
      <p className="field__label" id="dar-responsavel">
        {words.title(lacks)}
      </p>
      {guardianFields(lacks).map((field) => {
        const { name, label, hint, control, max } = field;
        const id = `dar-${name}`;
        const problem = problems[name];
        return (
          <div className={`field${problem ? ' field--problem' : ''}`} key={name}>
            <label className="field__label" htmlFor={id}>
              {label}
            </label>
            <p className="field__hint" id={`${id}-dica`}>
              {hint}
            </p>
            <input
              className="field__input"
              id={id}
              name={name}
              type={control}
              maxLength={max && 4 * max}
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-dica ${id}-erro` : `${id}-dica`}
              onInput={() => setProblems(({ [name]: _solved, ...others }) => others)}
              onBlur={({ target }) => {
                target.value = decoratedWhenLeft(field, target.value);
              }}
            />
            <FieldProblem id={`${id}-erro`}>{problem}</FieldProblem>
          </div>
        );
      })}
      <FieldProblem id="dar-responsavel-erro">{failure || undefined}</FieldProblem>
      <p>
        <Button type="submit" busyText={busy && situation.requests.sending}>
          {words.send}
        </Button>
      </p>
    </form>
  );
}

/** On the confirmation: asks for what is missing of the guardian, where the link is known, and says when it came. */
export function GivenGuardian({
  sent,
  onGiven,
}: {
  sent: SentEnrolment;
  onGiven: (sent: SentEnrolment) => void;
}) {
  const [isGiven, setGiven] = useState(false);
  if (isGiven) return <Alert tone="success" title={situation.guardian.thanks} />;
  if (sent.code === '' || sent.lacks.length === 0) return null;
  return (
    <GuardianForm
      code={sent.code}
      lacks={sent.lacks}
      onSent={() => {
        setGiven(true);
        onGiven({ ...sent, lacks: [], until: '' });
      }}
    />
  );
}
