import { useState } from 'react';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { chatLink } from '../../domain/contact.ts';
import { FIELDS, type Field } from '../../domain/enrolment-fields.ts';
import type { SentEnrolment } from '../../domain/sent-enrolment.ts';
import { Button } from '../ui/Button.tsx';
import { ChatLink } from '../ui/ChatLink.tsx';
import { useReady } from '../ui/use-ready.ts';
import { focusableOf, TRAP } from './answers.ts';
import { Belt } from './Belt.tsx';
import { ConsentBoxes } from './ConsentBoxes.tsx';
import { Declaration } from './Declaration.tsx';
import { DocumentField } from './DocumentField.tsx';
import { DraftNotes, EraseDialog } from './DraftNotes.tsx';
import { EnrolmentField } from './EnrolmentField.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ForWhomField } from './ForWhomField.tsx';
import { GuardianNote, isMinor } from './Guardian.tsx';
import { Listen } from './Listen.tsx';
import { NotSent } from './NotSent.tsx';
import { OnlineNote } from './OnlineNote.tsx';
import { Review } from './Review.tsx';
import { SendingNote } from './SendingNote.tsx';
import { useConsent } from './use-consent.ts';
import { useDoubts } from './use-doubts.ts';
import { useEnrolment } from './use-enrolment.ts';
import { useMasks } from './use-masks.ts';
import { useProgress } from './use-progress.ts';
import { useRules } from './use-rules.ts';

type Props = {
  /** Hears what may be told of what has arrived. */
  onSent: (sent: SentEnrolment) => void;
  /** Hears that somebody erased the answers: it is time for a new form. */
  onErased: () => void;
};

/** The enrolment form in six parts, drawn from the field list. */
export function EnrolmentForm({ onSent, onErased }: Props) {
  const rules = useRules();
  const consent = useConsent(rules);
  const { form, errors, told, sending, draft, age, medical, paper, ...handlers } = useEnrolment(
    onSent,
    rules,
    consent.agreed,
  );
  useMasks(form);
  const { doubts, forWhom, fix } = useDoubts(form);
  const { phase, failure } = sending;
  const [erasing, setErasing] = useState(false);
  const chat = chatLink(brand.phone, project.help.message);
  const progress = useProgress(form);
  // Until the script has taken over, the browser itself would send the answers, in the address of the page.
  const ready = useReady();

  const erase = () => {
    draft.forget();
    onErased();
    goToTitle();
  };
  const askToErase = () => {
    sending.wait(); // nothing goes out while somebody thinks it over
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
        told={told}
        errors={errors}
        onFollow={(name) => form.current && showField(focusableOf(form.current, name))}
      />
      {ready && (
        <DraftNotes
          found={draft.found !== null}
          unkept={draft.unkept}
          elsewhere={draft.elsewhere}
          onResume={() => {
            if (draft.found) draft.resume(draft.found);
            goToTitle();
          }}
          onErase={erase}
        />
      )}
      {erasing && <EraseDialog onErase={erase} onClose={() => setErasing(false)} />}
      <p className="enrolment__note">
        {project.formNote}
        {ready && !draft.unkept && ` ${project.formNoteKept}`}
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
                document={paper}
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
            checked={draft.forDays}
            onChange={(event) => draft.keepForDays(event.target.checked)}
          />
          <span className="choice__text">{project.draft.keep}</span>
        </label>
      )}
      <Declaration />
      {consent.boxes && <ConsentBoxes missing={consent.missing} />}
      {ready && <input className="vh" name={TRAP} tabIndex={-1} autoComplete="off" aria-hidden="true" />}
      {failure && (
        <NotSent
          failure={failure}
          phase={phase}
          chat={chat}
          focused={told.problems.length === 0}
          onTry={handlers.attempt}
          onStop={sending.wait}
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

/** Place of the guardian's part. */
const GUARDIANS = 3;

const fieldsOf = (part: number) =>
  FIELDS.filter((field) => field.part === part && (field as Field).control !== 'hidden');

/** Takes whoever pressed a button that is gone afterwards to the form's title. */
function goToTitle() {
  requestAnimationFrame(() => {
    const title = document.getElementById('formulario');
    if (title) title.tabIndex = -1;
    title?.focus();
  });
}

/** Brings a field and its label into view, and the focus to it. */
function showField(element: HTMLElement | null) {
  element?.closest('.field')?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
