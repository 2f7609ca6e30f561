import { type FormEvent, useState } from 'react';
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
import { TextField } from '../../ui/fields/TextField.tsx';
import { type FamilySituation, sendGuardian } from './situation-api.ts';
import { useRequest } from './use-request.ts';

const words = situation.guardian;

type Props = {
  code: string;
  /** What is missing: what is asked for. */
  lacks: readonly GuardianAnswer[];
  /** Whether a photo is asked for before it: the gold button is that one's. */
  isSecond?: boolean | undefined;
  onSent: (answer: FamilySituation) => void;
};

/** Gives the guardian's name and telephone by the personal code, with the form's fields and checks. Source: docs/ux.md §6.5. */
export function GuardianForm({ code, lacks, isSecond, onSent }: Props) {
  const request = useRequest();
  const [problems, setProblems] = useState<GuardianAnswers>({});

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = Object.fromEntries(new FormData(form)) as Record<GuardianAnswer, string>;
    const found = guardianProblems(typed, lacks, todayInBrazil());
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    const stored = (name: GuardianAnswer) => storedGuardianAnswer(name, typed[name]);
    await request.run('responsavel', async () => {
      const { answer, received, limited } = await sendGuardian(
        code,
        stored('nomeResponsavel'),
        stored('telefoneResponsavel'),
      );
      if (!answer || !received)
        return limited ? situation.requests.tooMany : answer ? words.already : situation.nobody;
      onSent(answer);
      return '';
    });
  }

  return (
    <form className="fieldset" aria-labelledby="dar-responsavel" noValidate onSubmit={onSubmit}>
      <p className="field__label" id="dar-responsavel">
        {words.title(lacks)}
      </p>
      {guardianFields(lacks).map((field) => {
        const { name, label, hint, control, max } = field;
        return (
          <TextField
            key={name}
            label={label}
            hint={hint}
            problem={problems[name]}
            name={name}
            type={control}
            maxLength={max && 4 * max}
            autoComplete="off"
            onInput={() => setProblems(({ [name]: _solved, ...others }) => others)}
            onBlur={({ target }) => {
              target.value = decoratedWhenLeft(field, target.value);
            }}
          />
        );
      })}
      <FieldProblem id="dar-responsavel-erro">{request.problemOf('responsavel')}</FieldProblem>
      <p>
        <Button
          type="submit"
          variant={isSecond ? 'secondary' : 'primary'}
          busyText={request.busy !== null && situation.requests.sending}
        >
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
  if (sent.lacks.length === 0) return null;
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
