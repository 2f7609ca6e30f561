import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counter as words } from '../../../../content/counter.ts';
import { deciding } from '../../../../content/deciding.ts';
import { project } from '../../../../content/social-project.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { storedByColumn } from '../../../../domain/desk/typed-answers.ts';
import { ageAfter } from '../../../../domain/enrolment/answers.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../../../domain/enrolment/enrolment.ts';
import type { FamilyAnswers } from '../../../../domain/enrolment/family.ts';
import { protocolOf, writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import {
  DEFAULT_RULES,
  type Question,
  questionsUnder,
  type Rules,
} from '../../../../domain/enrolment/rules.ts';
import { Declaration } from '../../../social-project/form/Declaration.tsx';
import { EnrolmentField } from '../../../social-project/form/EnrolmentField.tsx';
import { useDoubts } from '../../../social-project/form/use-doubts.ts';
import { useFamilyAnswers } from '../../../social-project/form/use-family-answers.ts';
import { useMasks } from '../../../social-project/form/use-masks.ts';
import { newSubmission } from '../../../social-project/sending/submit-enrolment.ts';
import { Choices } from '../../../ui/fields/Choices.tsx';
import { showToast } from '../../../ui/toast/toast.ts';
import { enrolAtCounter } from '../../api/decisions.ts';
import { readListLater } from '../../api/follow-up.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { type CounterEnrolment, useUnsavedValue } from '../../controls/unsaved.ts';
import type { Form } from '../../controls/use-form.ts';
import { explain } from './AttachDialog.tsx';
import '../../../social-project/sending/not-sent.css';
import '../../../social-project/social-project.css';

/** The form's questions; an e-mail may be missing, and nobody is sent to WhatsApp. */
const QUESTIONS: readonly Question[] = questionsUnder({ ...DEFAULT_RULES, emailObrigatorio: false })
  .filter(({ control }) => control !== 'hidden')
  .map((field) => ({ ...field, helpLink: undefined }));

const BLANK: CounterEnrolment = { ...EMPTY_ENROLMENT, id: '', how: '' };

type Props = { onStored: (id: string) => void; onClose: () => void };

/** Enrols who came in person, with the family's questions and checks; what is typed stays until it is stored or cancelled. Source: docs/ux.md §8.5. */
export function CounterDialog({ onStored, onClose }: Props) {
  const client = useQueryClient();
  const [typed, keep] = useUnsavedValue('counter');
  const [begun] = useState(typed);
  const [id] = useState(() => begun?.id ?? newSubmission().id); // sent again it is the same enrolment
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);

  function check(values: CounterEnrolment) {
    const today = todayInBrazil();
    const form = { ...values, idade: ageAfter(values.dataNascimento, today) };
    const found = findProblems(form, today, { ...rules, emailObrigatorio: false });
    return {
      ...Object.fromEntries(found.map(({ field, message }) => [field, message])),
      ...{ idade: undefined, cadastroUnico: undefined, how: values.how ? undefined : words.howMissing },
    };
  }

  async function send(values: CounterEnrolment) {
    await enrolAtCounter(id, storedByColumn(values), values.how);
    keep(undefined);
    showToast({ title: words.stored(writtenProtocol(protocolOf(id))), tone: 'success' });
    readListLater(client);
    onStored(id);
  }

  return (
    <FormDialog
      title={words.title}
      className=""
      formClass="stack gap-5"
      initial={BLANK}
      unsaved={[typed, keep]}
      check={check}
      send={send}
      explain={explain}
      submit={words.save}
      busy={deciding.saving}
      onClose={onClose}
    >
      {(form) => (
        <Questions {...form} id={id} begun={(begun ?? null) as FamilyAnswers | null} rules={rules} />
      )}
    </FormDialog>
  );
}

type QuestionsProps = Form<CounterEnrolment> & { id: string; begun: FamilyAnswers | null; rules: Rules };

function Questions({ form: { ref }, id, begun, rules, values, problems, busy, set, choice }: QuestionsProps) {
  const { doubts, fix } = useDoubts(ref);
  useMasks(ref);
  useFamilyAnswers(ref, begun);
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
              <p className="notice" key={field.name}>
                <strong className="field__label">{field.label}</strong>
                <br />
                {words.document}
              </p>
            ) : (
              <EnrolmentField
                key={field.name}
                field={field}
                age={ageAfter(values.dataNascimento, todayInBrazil())}
                medical={values.condicaoMedica}
                problem={problems[field.name]}
                doubt={doubts[field.name]}
                forWhom=""
                onFix={fix}
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
