import { useState } from 'react';
import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { chatLink } from '../../../domain/contact.ts';
import { FIELDS, type Field } from '../../../domain/enrolment/fields.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Button } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { useReady } from '../../ui/use-ready.ts';
import { DraftNotes, EraseDialog } from '../draft/DraftNotes.tsx';
import { focusableOf, HONEYPOT } from '../parts/answers.ts';
import { Belt } from '../progress/Belt.tsx';
import { useProgress } from '../progress/use-progress.ts';
import { Review } from '../review/Review.tsx';
import { NotSent } from '../sending/NotSent.tsx';
import { OnlineNote } from '../sending/OnlineNote.tsx';
import { SendingNote } from '../sending/SendingNote.tsx';
import { ConsentBoxes } from './ConsentBoxes.tsx';
import { Declaration } from './Declaration.tsx';
import { DocumentField } from './DocumentField.tsx';
import { EnrolmentField } from './EnrolmentField.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ForWhomField } from './ForWhomField.tsx';
import { GuardianNote, isMinor } from './Guardian.tsx';
import { Listen } from './Listen.tsx';
import { useConsent } from './use-consent.ts';
import { useDoubts } from './use-doubts.ts';
import { useEnrolment } from './use-enrolment.ts';
import { useMasks } from './use-masks.ts';
import { useRules } from './use-rules.ts';

type Props = {
  onSent: (sent: SentEnrolment) => void;
  /** Called after the answers were erased: a new form is needed. */
  onErased: () => void;
};

/** The enrolment form in six parts, rendered from FIELDS. */
export function EnrolmentForm({ onSent, onErased }: Props) {
  const rules = useRules();
  const consent = useConsent(rules);
  const { form, errors, summary, sending, draft, age, medical, applicantDocument, ...handlers } =
    useEnrolment(onSent, rules, consent.check);
  useMasks(form);
  const { doubts, forWhom, fix } = useDoubts(form);
  const { phase, failure } = sending;
  const [erasing, setErasing] = useState(false);
  const chat = chatLink(brand.phone, project.help.message);
  const progress = useProgress(form);
  // Before hydration the browser itself would submit the form, with the answers in the page's address.
  const ready = useReady();

  const erase = () => {
    draft.discard();
    onErased();
    focusTitle();
  };
  const askToErase = () => {
    sending.cancelRetry(); // nothing is sent while the dialog is open
    setErasing(true);
  };

  return (
    <form
      className="enrolment__form"
      aria-labelledby="formulario"
      noValidate
      ref={form}
      onSubmit={handlers.onSubmit}
      onChange={handlers.onChange}
      onBlur={handlers.onBlur}
    >
      <ErrorSummary
        summary={summary}
        errors={errors}
        onSelect={(name) => form.current && showField(focusableOf(form.current, name))}
      />
      {ready && (
        <DraftNotes
          found={draft.found !== null}
          notStored={draft.notStored}
          openElsewhere={draft.openElsewhere}
          onResume={() => {
            if (draft.found) draft.resume(draft.found);
            focusTitle();
          }}
          onErase={erase}
        />
      )}
      {erasing && <EraseDialog onErase={erase} onClose={() => setErasing(false)} />}
      <p className="enrolment__note">
        {project.formNote}
        {ready && !draft.notStored && ` ${project.formNoteSaved}`}
      </p>
      <Belt {...progress} />
      <ForWhomField />
      {project.parts.map((title, at) => (
        <fieldset
          className={`fieldset part${at === GUARDIANS && isMinor(age) ? ' part--minor' : ''}`}
          key={title}
          disabled={phase !== 'filling'}
        >
          <legend className="fieldset__legend part__legend">
            {`Parte ${at + 1} de ${project.parts.length} — ${title}`}
          </legend>
          <Listen part={at + 1} title={title} />
          {at === GUARDIANS && <GuardianNote age={age} />}
          {fieldsOf(at + 1).map((field) =>
            field.control === 'file' ? (
              <DocumentField
                key={field.name}
                field={field}
                document={applicantDocument}
                problem={errors.cadastroUnico?.message}
                onOpen={draft.rescue}
              />
            ) : (
              <EnrolmentField
                key={field.name}
                field={field}
                age={age}
                medical={medical}
                problem={errors[field.name]?.message}
                doubt={doubts[field.name]}
                forWhom={forWhom}
                onFix={fix}
              />
            ),
          )}
          <p className="part__complete" aria-live="polite">
            {progress.complete.includes(at + 1) && project.belt.partComplete}
          </p>
          {chat && (
            <ChatLink className="part__help" href={chat}>
              {project.help.label}
            </ChatLink>
          )}
          <button className="link-button" type="button" onClick={askToErase}>
            {project.draft.erase}
          </button>
        </fieldset>
      ))}
      <Review form={form} />
      {ready && (
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.savedForDays}
            onChange={(event) => draft.saveForDays(event.target.checked)}
          />
          <span className="choice__text">{project.draft.saveForDays}</span>
        </label>
      )}
      <Declaration />
      {consent.boxes && <ConsentBoxes missing={consent.missing} />}
      {ready && <input className="vh" name={HONEYPOT} tabIndex={-1} autoComplete="off" aria-hidden="true" />}
      {failure && (
        <NotSent
          failure={failure}
          phase={phase}
          chat={chat}
          focused={summary.problems.length === 0}
          onRetry={handlers.attempt}
          onStop={sending.cancelRetry}
        />
      )}
      <Button type={ready ? 'submit' : 'button'} busyText={phase === 'sending' && project.sending}>
        {project.send}
      </Button>
      {phase === 'sending' && <SendingNote uploaded={sending.uploaded} cancel={sending.cancel} />}
      {ready && <OnlineNote />}
    </form>
  );
}

/** Index of the guardian's part. */
const GUARDIANS = 3;

const fieldsOf = (part: number) =>
  FIELDS.filter((field) => field.part === part && (field as Field).control !== 'hidden');

/** Focuses the form's title after a button that disappears was pressed. */
function focusTitle() {
  requestAnimationFrame(() => {
    const title = document.getElementById('formulario');
    if (title) title.tabIndex = -1;
    title?.focus();
  });
}

/** Scrolls to a field with its label, and focuses it. */
function showField(element: HTMLElement | null) {
  element?.closest('.field')?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
