import { useState } from 'react';
import { situation } from '../../../content/situation.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import {
  guardianFields,
  guardianProblems,
  storedGuardianAnswer,
} from '../../../domain/enrolment/given-guardian.ts';
import { decoratedWhenLeft } from '../../../domain/enrolment/masks.ts';
import type { GuardianAnswer } from '../../../domain/enrolment/missing-guardian.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FamilyForm } from './FamilyForm.tsx';
import { problemOf } from './own-data-problem.ts';
import { type FamilySituation, sendGuardian } from './situation-api.ts';

const words = situation.guardian;

type Props = {
  code: string;
  /** What is missing: what is asked for. */
  lacks: readonly GuardianAnswer[];
  /** Whether a photo is asked for before it: the gold button is that one's. */
  isSecond?: boolean | undefined;
  onSent: (answer: FamilySituation) => void;
};

/** Gives the guardian's name and telephone by the personal code, with the form's fields and checks. */
export function GuardianForm({ code, lacks, isSecond, onSent }: Props) {
  async function send(given: FormData): Promise<string> {
    const stored = (name: GuardianAnswer) => storedGuardianAnswer(name, String(given.get(name) ?? ''));
    const { answer, received, limited } = await sendGuardian(
      code,
      stored('nomeResponsavel'),
      stored('telefoneResponsavel'),
    );
    if (!answer || !received)
      return limited ? situation.requests.tooMany : answer ? words.already : situation.nobody;
    onSent(answer);
    return '';
  }

  return (
    <FamilyForm
      className="fieldset"
      label={words.title(lacks)}
      words={words}
      variant={isSecond ? 'secondary' : 'primary'}
      problemsOf={(given) => guardianProblems(Object.fromEntries(given), lacks, todayInBrazil())}
      onSend={send}
      whyNot={problemOf}
      fields={(problems) => (
        <>
          <p className="field__label">{words.title(lacks)}</p>
          {guardianFields(lacks).map((field) => (
            <TextField
              key={field.name}
              label={field.label}
              hint={field.hint}
              problem={problems[field.name]}
              name={field.name}
              type={field.control}
              maxLength={field.max && 4 * field.max}
              autoComplete="off"
              onBlur={({ target }) => {
                target.value = decoratedWhenLeft(field, target.value);
              }}
            />
          ))}
        </>
      )}
    />
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
