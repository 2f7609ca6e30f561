import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counter as words } from '../../../../content/counter.ts';
import { project } from '../../../../content/social-project.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { storedByColumn } from '../../../../domain/desk/typed-answers.ts';
import { ageAfter } from '../../../../domain/enrolment/answers.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../../../domain/enrolment/enrolment.ts';
import { protocolOf, writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import { DEFAULT_RULES, questionsUnder, type Rules } from '../../../../domain/enrolment/rules.ts';
import { Declaration } from '../../../social-project/form/Declaration.tsx';
import { EnrolmentField } from '../../../social-project/form/EnrolmentField.tsx';
import { useDoubts } from '../../../social-project/form/use-doubts.ts';
import { useFamilyAnswers } from '../../../social-project/form/use-family-answers.ts';
import { useMasks } from '../../../social-project/form/use-masks.ts';
import { newSubmission } from '../../../social-project/sending/submit-enrolment.ts';
import { Choices } from '../../../ui/fields/Choices.tsx';
import { enrolAtCounter } from '../../api/decisions.ts';
import { actionError, mayRetry } from '../../api/failure-text.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { type AtCounter, useUnsavedValue } from '../../controls/unsaved.ts';
import type { Form } from '../../controls/use-form.ts';
import { refusedInWords } from './AttachDialog.tsx';
import '../../../social-project/sending/not-sent.css';
import '../../../social-project/social-project.css';

/** The form's questions; an e-mail may be missing. */
const QUESTIONS = questionsUnder({ ...DEFAULT_RULES, emailObrigatorio: false }).filter(
  ({ control }) => control !== 'hidden',
);

type Props = { onStored: (id: string) => void; onClose: () => void };

/** Enrols who came in person, with the family's questions and checks; what is typed stays until it is stored or cancelled. Source: docs/ux.md §8.5. */
export function CounterDialog({ onStored, onClose }: Props) {
  const unsaved = useUnsavedValue('counter');
  const [begun] = useState(unsaved[0] ?? {});
  const [id] = useState(() => begun.id ?? newSubmission().id); // sent again it is the same enrolment
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);

  function check(values: AtCounter) {
    const idade = ageAfter(values.dataNascimento ?? '', todayInBrazil());
    const form = { ...EMPTY_ENROLMENT, ...values, idade, cadastroUnico: null };
    const found = findProblems(form, todayInBrazil(), { ...rules, emailObrigatorio: false });
    const all = Object.fromEntries(found.map(({ field, message }) => [field, message]));
    const how = values.how ? undefined : words.howMissing;
    return { ...all, idade: undefined, cadastroUnico: undefined, how };
  }

  async function send(values: AtCounter) {
    await enrolAtCounter(id, storedByColumn(values), values.how);
    unsaved[1](undefined);
    onStored(id);
    return words.stored(writtenProtocol(protocolOf(id)));
  }

  return (
    <FormDialog
      {...{ unsaved, check, send, onClose }}
      {...{ title: words.title, submit: words.save, className: '', formClass: 'desk-form stack gap-5' }}
      initial={{ how: '' } as AtCounter}
      explain={(error) => (mayRetry(error) ? actionError(error) : refusedInWords(error))}
    >
      {(form) => <Questions {...form} {...{ id, begun, rules }} />}
    </FormDialog>
  );
}

type QuestionsProps = Form<AtCounter> & { id: string; begun: Partial<AtCounter>; rules: Rules };

function Questions({ form: { ref }, id, begun, rules, values, problems, busy, set, choice }: QuestionsProps) {
  const { doubts, fix } = useDoubts(ref);
  useMasks(ref);
  useFamilyAnswers(ref, begun);
  const age = ageAfter(values.dataNascimento ?? '', todayInBrazil());
  return (
    <>
      <p>{words.intro}</p>
      {project.parts.map((title, at) => (
        <fieldset
          className="fieldset part"
          key={title}
          disabled={busy}
          onChange={({ target }) => {
            const { name, value } = target as HTMLElement as HTMLInputElement;
            set({ [name]: value, id });
          }}
        >
          <legend className="fieldset__legend part__legend">{title}</legend>
          {QUESTIONS.filter(({ part }) => part === at + 1).map((field) =>
            field.control === 'file' ? (
              <p className="notice" key={field.name}>{`${field.label}: ${words.document}`}</p>
            ) : (
              <EnrolmentField
                key={field.name}
                problem={problems[field.name]}
                doubt={doubts[field.name]}
                {...{ field, age, medical: values.condicaoMedica ?? '', forWhom: '', onFix: fix }}
              />
            ),
          )}
        </fieldset>
      ))}
      <Declaration rules={rules} agreement={words.agreement} />
      <Choices legend={words.how} choices={words.hows} {...choice('how')} />
    </>
  );
}
