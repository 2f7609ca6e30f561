import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correcting, correctionReasons } from '../../../../content/corrections.ts';
import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { nameOf, SECTIONS } from '../../../../domain/desk/sheet.ts';
import {
  CORRECTABLE,
  changesOf,
  problemsOf,
  type Typed,
  typedAll,
} from '../../../../domain/desk/typed-answers.ts';
import { WHEREABOUTS } from '../../../../domain/desk/whereabouts.ts';
import { DEFAULT_RULES } from '../../../../domain/enrolment/rules.ts';
import { BackendError } from '../../../api/client.ts';
import { failureText, refusedAnswer } from '../../../social-project/sending/failure-text.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { correctAnswers } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { type Correction, useUnsavedValue } from '../../controls/unsaved.ts';
import { AnswerInputs } from '../follow-up/AnswerInputs.tsx';
import { Overtaken } from '../follow-up/History.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { AskNewLink, isPhoneUnconfirmed, NewLink } from './NewLink.tsx';
import './answers.css';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/**
 * Corrects one answer or several, with the form's checks and a reason. What was typed stays until it is
 * stored or cancelled, also when a colleague was first or nothing came back. Source: docs/ux.md §8.5.
 */
export function CorrectDialog({ opened, onClose }: Props) {
  const { enrolment, screen, change } = opened;
  const { id, version } = enrolment;
  const [typed, keep] = useUnsavedValue('correction', id);
  const [said, say] = useState<'nothing' | 'overtaken' | 'failed' | null>(null);
  const [refused, setRefused] = useState<Typed>({}); // by the database, each with a sentence
  const [endsLinks, setEndsLinks] = useState<boolean | null>(null);
  const [isEnding, setEnding] = useState(false);
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);
  const asStored: Correction = { ...typedAll(enrolment, {}), version, why: '' };
  const changes = changesOf(enrolment, { ...typed });
  const asksAboutLinks = WHEREABOUTS.some((name) => name in changes);
  const corrected = { ...enrolment, ...correctedPhones(changes) };

  /** Keeps what differs from what is stored, with the version that was seen when it was begun. */
  function type(update: (now: Partial<Correction> | undefined) => Partial<Correction> | undefined) {
    say(null);
    setRefused({});
    keep((now) => {
      const next: Partial<Correction> = { version, ...update(now) };
      const names = ['why', ...CORRECTABLE.map(({ name }) => name)] as const;
      return names.some((name) => (next[name] ?? asStored[name]) !== asStored[name]) ? next : undefined;
    });
  }

  /** The reason is asked for once everything else is right. */
  function check(values: Correction) {
    const problems = problemsOf(enrolment, values, todayInBrazil(), rules);
    const isRight = Object.keys(problems).length === 0 && Object.keys(changes).length > 0;
    return { ...problems, ...(isRight && values.why === '' && { why: correcting.reasonMissing }) };
  }

  /** What the database refuses of an answer is said beside it; its own sentences stay as they are. */
  function tellWhich(error: unknown): never {
    const answer = refusedAnswer(error);
    if (answer) setRefused({ [answer.field]: answer.message });
    if (error instanceof BackendError && /^2[23]/.test(error.code))
      throw new BackendError(error.status, error.code, failureText(error));
    throw error;
  }

  async function send({ version: seen, why }: Correction) {
    say(null);
    if (why === '' || Object.keys(changes).length === 0) return say('nothing');
    const answer = await change(() => correctAnswers(id, seen, changes, why).catch(tellWhich), {
      waits: true,
      said: correcting.saved,
    });
    if (answer?.applied === false) {
      keep((now) => ({ ...now, version: answer.version }));
      return say('overtaken');
    }
    if (!answer) return say('failed');
    keep(undefined);
    if (asksAboutLinks && (endsLinks ?? !isPhoneUnconfirmed(corrected))) setEnding(true);
    else onClose();
  }

  if (isEnding)
    return (
      <Dialog
        title={correcting.title}
        className="dialog--small"
        onClose={onClose}
        footer={<SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>}
      >
        <NewLink enrolment={enrolment} change={change} />
      </Dialog>
    );
  return (
    <FormDialog
      title={correcting.title}
      className="dialog--correct"
      formClass="correct stack gap-4"
      initial={asStored}
      unsaved={[typed, type]}
      check={check}
      send={send}
      submit={correcting.save}
      busy={deciding.saving}
      disabled={screen.busy}
      onClose={onClose}
      onCancel={() => {
        keep(undefined);
        onClose();
      }}
      head={
        <p className="bold break may-shrink">
          <bdi>{nameOf(enrolment)}</bdi>
        </p>
      }
      foot={({ text, problems }, formId) => (
        <>
          {asksAboutLinks && <AskNewLink enrolment={corrected} wanted={endsLinks} onChoose={setEndsLinks} />}
          <Choice
            label={correcting.reason}
            none={correcting.chooseReason}
            options={Object.entries(correctionReasons)}
            {...text('why')}
            form={formId}
            ref={problems.why ? fieldInView : null}
          />
        </>
      )}
    >
      {(form) => (
        <>
          {said && (
            <div ref={atTop}>
              {said === 'nothing' && <Alert tone="info" title={correcting.nothing} />}
              {said === 'failed' && screen.problem && <Alert title={screen.problem} />}
              {said === 'overtaken' && (
                <Overtaken opened={opened}>
                  <p>{correcting.saveAfterAll}</p>
                </Overtaken>
              )}
            </div>
          )}
          <p className="field__hint">{correcting.hint}</p>
          {SECTIONS.map(([title, names]) => (
            <section className="sheet__section stack" key={title} aria-label={title}>
              <h3 className="subtitle">{title}</h3>
              <div className="sheet__cells">
                <AnswerInputs
                  fields={CORRECTABLE.filter(({ name }) => names.includes(name))}
                  stored={enrolment}
                  form={{ ...form, problems: { ...form.problems, ...refused } }}
                  changes={changes}
                />
              </div>
            </section>
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** A corrected telephone is the one to call, and a corrected guardian's the guardian's, as the database has it then. */
const correctedPhones = (changes: Partial<ListedEnrolment>): Partial<ListedEnrolment> => ({
  ...changes,
  ...('telefoneWhatsapp' in changes && { newPhone: null }),
  ...('telefoneResponsavel' in changes && { guardianPhone: null }),
});

const atTop = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'start' });

const fieldInView = (control: HTMLElement | null) =>
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
