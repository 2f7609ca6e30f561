import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { correcting, correctionReasons } from '../../../../content/corrections.ts';
import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { nameOf, SECTIONS } from '../../../../domain/desk/sheet.ts';
import {
  CORRECTABLE,
  type Correctable,
  changesOf,
  isAsked,
  problemsOf,
  typedOf,
  typedWith,
} from '../../../../domain/desk/typed-answers.ts';
import { WHEREABOUTS } from '../../../../domain/desk/whereabouts.ts';
import type { FieldName } from '../../../../domain/enrolment/fields.ts';
import { DEFAULT_RULES } from '../../../../domain/enrolment/rules.ts';
import { BackendError } from '../../../api/client.ts';
import { failureText, refusedAnswer } from '../../../social-project/sending/failure-text.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { AnswerField } from '../../../ui/fields/AnswerField.tsx';
import { Field } from '../../../ui/fields/TextField.tsx';
import { correctAnswers } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { formRulesQuery } from '../../api/form-rules.ts';
import { type Unfinished, useUnsavedValue } from '../../controls/unsaved.ts';
import { LastChange } from '../follow-up/History.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { AskNewLink, isPhoneUnconfirmed, NewLink } from './NewLink.tsx';
import './answers.css';

type Props = {
  /** With the answers as they are now. */
  enrolment: ListedEnrolment;
  opened: OpenedEnrolment;
  onClose: () => void;
};

/**
 * Corrects one answer or several, with the form's checks and a reason. What was typed stays until it is
 * stored or cancelled, also when a colleague was first or nothing came back. Source: docs/ux.md §8.5.
 */
export function CorrectDialog({ enrolment, opened, onClose }: Props) {
  const { id } = enrolment;
  const { screen, change, followUp } = opened;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const reason = useRef<HTMLSelectElement>(null);
  const [stored, setUnfinished] = useUnsavedValue('correction', id);
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({});
  const [said, setSaid] = useState<'nothing' | 'reason' | 'overtaken' | 'failed' | null>(null);
  const [endsLinks, setEndsLinks] = useState<boolean | null>(null);
  const [isEnding, setEnding] = useState(false);
  const { data: rules = DEFAULT_RULES } = useQuery(formRulesQuery);
  const unfinished: Unfinished = stored ?? { version: enrolment.version, typed: {}, why: '' };
  const { typed, why } = unfinished;
  const changes = changesOf(enrolment, typed);
  const asksAboutLinks = WHEREABOUTS.some((name) => name in changes);
  const corrected = { ...enrolment, ...correctedPhones(changes) };
  const storedText = (field: Correctable) => typedOf(field, enrolment[field.name]);

  useEffect(() => {
    if (said === 'reason') reason.current?.closest('.field')?.scrollIntoView({ block: 'nearest' });
    else if (said) form.current?.scrollIntoView({ block: 'start' }); // it is said at the top
  }, [said]);

  function type(name: FieldName, value: string) {
    const now = typedWith(enrolment, typed, name, value);
    const isAsStored =
      why === '' &&
      CORRECTABLE.every((field) => (now[field.name] ?? storedText(field)) === storedText(field));
    setUnfinished(isAsStored ? undefined : { ...unfinished, typed: now });
    setProblems(({ [name]: _solved, ...others }) => others);
    setSaid(null);
  }

  /** What the database refuses of an answer is said beside it; its own sentences stay as they are. */
  function tellWhich(error: unknown): never {
    const refused = refusedAnswer(error);
    if (refused) setProblems({ [refused.field]: refused.message });
    if (error instanceof BackendError && /^2[23]/.test(error.code))
      throw new BackendError(error.status, error.code, failureText(error));
    throw error;
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (screen.busy) return;
    const found = problemsOf(enrolment, typed, todayInBrazil(), rules);
    const [wrong] = CORRECTABLE.filter(({ name }) => found[name]);
    setProblems(found);
    setSaid(null);
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong.name}]`)?.focus();
    if (Object.keys(changes).length === 0) return setSaid('nothing');
    if (why === '') {
      setSaid('reason');
      return reason.current?.focus();
    }
    const answer = await change(() => correctAnswers(id, unfinished.version, changes, why).catch(tellWhich), {
      waits: true,
      said: correcting.saved,
    });
    if (answer?.applied === false) {
      setUnfinished({ ...unfinished, version: answer.version });
      return setSaid('overtaken');
    }
    if (!answer) return setSaid('failed');
    setUnfinished(undefined);
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
    <Dialog
      title={correcting.title}
      className="dialog--correct"
      onClose={() => screen.busy || onClose()}
      head={
        <p className="bold break may-shrink">
          <bdi>{nameOf(enrolment)}</bdi>
        </p>
      }
      footer={
        <>
          {asksAboutLinks && <AskNewLink enrolment={corrected} wanted={endsLinks} onChoose={setEndsLinks} />}
          <Field label={correcting.reason} problem={said === 'reason' ? correcting.reasonMissing : undefined}>
            {(attributes) => (
              <select
                {...attributes}
                className="field__input"
                form={formId}
                value={why}
                ref={reason}
                onChange={({ target }) => {
                  setUnfinished({ ...unfinished, why: target.value as Unfinished['why'] });
                  setSaid(null);
                }}
              >
                <option value="">{correcting.chooseReason}</option>
                {Object.entries(correctionReasons).map(([code, text]) => (
                  <option key={code} value={code}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <SecondaryButton
            disabled={screen.busy}
            onClick={() => {
              setUnfinished(undefined);
              onClose();
            }}
          >
            {desk.cancel}
          </SecondaryButton>
          <Button type="submit" form={formId} busyText={screen.busy && deciding.saving}>
            {correcting.save}
          </Button>
        </>
      }
    >
      <form className="correct stack gap-4" id={formId} noValidate ref={form} onSubmit={save}>
        {said === 'nothing' && <Alert tone="info" title={correcting.nothing} />}
        {said === 'failed' && screen.problem && <Alert title={screen.problem} />}
        {said === 'overtaken' && (
          <Alert title={openEnrolment.changedMeanwhile}>
            <LastChange changes={followUp.data?.history ?? []} />
            <p>{correcting.saveAfterAll}</p>
          </Alert>
        )}
        <p className="field__hint">{correcting.hint}</p>
        {SECTIONS.map(([title, names]) => (
          <section className="correct__part stack gap-3" key={title} aria-label={title}>
            <h3 className="subtitle">{title}</h3>
            <div className="correct__answers">
              {CORRECTABLE.filter(({ name }) => names.includes(name)).map((field) => (
                <AnswerField
                  key={field.name}
                  field={field}
                  stored={enrolment[field.name]}
                  value={typed[field.name] ?? storedText(field)}
                  changed={field.name in changes}
                  problem={problems[field.name]}
                  disabled={!isAsked(field, enrolment, typed)}
                  onType={(value) => type(field.name, value)}
                />
              ))}
            </div>
          </section>
        ))}
      </form>
    </Dialog>
  );
}

/** A corrected telephone is the one to call, and a corrected guardian's the guardian's, as the database has it then. */
const correctedPhones = (changes: Partial<ListedEnrolment>): Partial<ListedEnrolment> => ({
  ...changes,
  ...('telefoneWhatsapp' in changes && { newPhone: null }),
  ...('telefoneResponsavel' in changes && { guardianPhone: null }),
});
