import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correcting, correctionReasons } from '../../../../content/corrections.ts';
import { deciding } from '../../../../content/deciding.ts';
import { printing } from '../../../../content/print-export.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { nameOf, SECTIONS } from '../../../../domain/desk/sheet.ts';
import {
  CORRECTABLE,
  changesOf,
  isAsked,
  problemsOf,
  type Typed,
  typedAll,
  typedWith,
} from '../../../../domain/desk/typed-answers.ts';
import { WHEREABOUTS } from '../../../../domain/desk/whereabouts.ts';
import { DEFAULT_RULES } from '../../../../domain/enrolment/rules.ts';
import { BackendError } from '../../../api/client.ts';
import { failureText } from '../../../social-project/sending/failure-text.ts';
import { AnswerField } from '../../../ui/fields/AnswerField.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { correctAnswers } from '../../api/decisions.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { TickBox } from '../../controls/TickBoxes.tsx';
import { type Correction, useUnsavedValue } from '../../controls/unsaved.ts';
import { Documents } from '../../document/Documents.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import './answers.css';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/**
 * Corrects one answer or several beside the document, with the form's checks and a reason. What was typed stays until it is
 * stored or cancelled, also when a colleague was first or nothing came back. Source: docs/ux.md §8.5.
 */
export function CorrectDialog({ opened, onClose }: Props) {
  const { enrolment, busy, screen } = opened;
  const [typed, keep] = useUnsavedValue('correction', enrolment.id);
  const isNoted = opened.followed?.state.requests.some(
    ({ kind, changes }) => kind === 'corrigir' && !changes,
  );
  const [onRequest, setOnRequest] = useState(isNoted ?? false);
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);
  const changes = changesOf(enrolment, { ...typed });

  /** The reason is asked for once everything else is right. */
  function check(values: Correction) {
    const problems = problemsOf(enrolment, values, todayInBrazil(), rules);
    const isRight = Object.keys(problems).length === 0;
    return { ...problems, ...(isRight && values.why === '' && { why: correcting.reasonMissing }) };
  }

  async function send({ why }: Correction) {
    if (why === '') return;
    const isInPerson = onRequest && why === FOR_FAMILY;
    const inner = WHEREABOUTS.some((name) => name in changes) ? 'links' : null;
    const call = () => correctAnswers(enrolment.id, screen.seen, changes, why, isInPerson).catch(inWords);
    await opened.send(call, { inner, done: correcting.saved });
    keep((now) => (now === typed ? undefined : now)); // what was typed since stays
  }

  return (
    <FormDialog
      title={correcting.title}
      person={nameOf(enrolment)}
      className="dialog--correct"
      formClass="correct stack gap-4"
      initial={{ ...typedAll(enrolment, {}), why: '' } as Correction}
      unsaved={[typed, keep]}
      check={check}
      send={send}
      submit={correcting.save}
      busy={deciding.saving}
      disabled={busy || Object.keys(changes).length === 0}
      mayClose
      onClose={onClose}
      foot={({ text, problems }, formId) => (
        <>
          <Choice
            label={correcting.reason}
            none={correcting.chooseReason}
            options={Object.entries(correctionReasons)}
            {...text('why')}
            form={formId}
            ref={problems.why ? fieldInView : null}
          />
          {text('why').value === FOR_FAMILY && (
            <TickBox
              label={printing.onRequest}
              checked={onRequest}
              onChange={({ target }) => setOnRequest(target.checked)}
            />
          )}
        </>
      )}
    >
      {({ values, problems, set }) => (
        <>
          <div className="stack gap-4">
            <p className="field__hint">{correcting.hint}</p>
            {SECTIONS.map(([title, names]) => (
              <section className="sheet__section stack" key={title} aria-label={title}>
                <h3 className="subtitle">{title}</h3>
                <div className="sheet__cells">
                  {CORRECTABLE.filter(({ name }) => names.includes(name)).map((field) => (
                    <AnswerField
                      key={field.name}
                      field={field}
                      stored={enrolment[field.name]}
                      value={values[field.name] ?? ''}
                      changed={field.name in changes}
                      problem={problems[field.name]}
                      disabled={!isAsked(field, enrolment, values)}
                      onType={(text) => set(typedWith(enrolment, detailsOf(values), field.name, text))}
                    />
                  ))}
                </div>
              </section>
            ))}
          </div>
          <div className="correct__paper">
            <Documents enrolment={enrolment} />
          </div>
        </>
      )}
    </FormDialog>
  );
}

const FOR_FAMILY = 'pedido-da-familia';

/** Of what is typed, what may change with another answer. */
const detailsOf = ({ condicaoMedicaDetalhes }: Correction): Typed => ({ condicaoMedicaDetalhes });

/** What the database refuses of an answer has a sentence of the form's; its own sentences stay as they are. */
function inWords(error: unknown): never {
  if (error instanceof BackendError && /^2[23]/.test(error.code))
    throw new BackendError(error.status, error.code, failureText(error));
  throw error;
}

const fieldInView = (control: HTMLElement | null) =>
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
