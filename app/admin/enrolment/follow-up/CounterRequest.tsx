import { useQuery } from '@tanstack/react-query';
import { requests } from '../../../../content/requests.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import {
  CORRECTABLE,
  changesOf,
  correctedWith,
  isAsked,
  problemsOf,
  type Typed,
  typedAll,
} from '../../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../../domain/enrolment/fields.ts';
import { DEFAULT_RULES } from '../../../../domain/enrolment/rules.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choices } from '../../../ui/fields/Choices.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { askAtDesk } from '../../api/decisions.ts';
import { actionError } from '../../api/failure-text.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { TickBox } from '../../controls/TickBoxes.tsx';
import { useForm } from '../../controls/use-form.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { AnswerInputs } from './AnswerInputs.tsx';

const words = requests.atDesk;

/** What is asked, which answer is to be corrected, how, and whether an identity document was seen. */
type Values = Typed & { kind: keyof typeof words.kinds | ''; answer: FieldName | ''; identity: boolean };

/** For a family without a link of its own: the same requests, asked by somebody whose identity document was seen. Source: docs/ux.md §8.5. */
export function CounterRequest({ enrolment, busy, change }: Omit<Followed, 'state'>) {
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);
  const asStored = typedAll(enrolment, {});
  const form = useForm<Values>({
    initial: { ...asStored, kind: '', answer: '', identity: false },
    check: ({ kind, answer, identity, ...typed }) => ({
      ...(kind === '' && { kind: words.kindMissing }),
      ...(kind === 'corrigir' && {
        ...(answer === '' && { answer: words.answerMissing }),
        ...(answer !== '' && !isChanged(enrolment, typed) && { [answer]: words.same }),
        ...problemsOf(enrolment, typed, todayInBrazil(), rules),
      }),
      ...(!identity && { identity: words.identityMissing }),
    }),
    async send({ kind, answer, identity, ...typed }) {
      if (kind === '') return;
      const changes = kind === 'corrigir' ? changesOf(enrolment, typed) : null;
      if (!(await change(() => askAtDesk(enrolment.id, kind, changes)))) return;
      form.reset();
      form.say({ title: words.noted });
    },
    explain: actionError,
  });
  const { values, said } = form;
  const fields = correctedWith(values.answer).filter((field) => isAsked(field, enrolment, values));

  return (
    <details>
      <summary className="small">{words.title}</summary>
      <form {...form.form} className="follow-up__part stack gap-4">
        <p className="field__hint">{words.hint}</p>
        <Choices
          legend={words.kind}
          choices={words.kinds}
          {...form.choice('kind')}
          disabled={busy}
          onChange={(kind) => form.set({ ...values, kind })}
        />
        {values.kind === 'corrigir' && (
          <>
            <Choice
              label={words.answer}
              none={words.noAnswer}
              options={CORRECTABLE.map(({ name, sheetLabel }) => [name, sheetLabel] as const)}
              {...form.text('answer')}
              disabled={busy}
              onChange={({ target }) =>
                form.set({ ...values, ...asStored, answer: target.value as Values['answer'] })
              }
            />
            <AnswerInputs fields={fields} stored={enrolment} form={form} disabled={busy} />
          </>
        )}
        <TickBox label={words.identity} {...form.tick('identity')} disabled={busy} />
        <p>
          <SecondaryButton type="submit" disabled={busy}>
            {words.send}
          </SecondaryButton>
        </p>
        <p role="status">{said?.title}</p>
      </form>
    </details>
  );
}

const isChanged = (stored: Followed['enrolment'], typed: Typed) =>
  Object.keys(changesOf(stored, typed)).length > 0;
