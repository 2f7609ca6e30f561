import { Fragment, type ReactNode } from 'react';
import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { chatLink } from '../../../domain/contact.ts';
import { type Enrolment, isMinorAge } from '../../../domain/enrolment/enrolment.ts';
import type { FamilyAnswers } from '../../../domain/enrolment/family.ts';
import { guardianDeadline, lastDayWithoutGuardian } from '../../../domain/enrolment/guardian.ts';
import { GUARDIANS } from '../../../domain/enrolment/progress.ts';
import { questionsUnder } from '../../../domain/enrolment/rules.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Button } from '../../ui/Button.tsx';
import { Piece } from '../../ui/browser/Piece.tsx';
import { useReady } from '../../ui/use-ready.ts';
import { DraftNotes } from '../draft/DraftNotes.tsx';
import { focusableOf, HONEYPOT } from '../parts/answers.ts';
import { ProgressPanel } from '../progress/ProgressPanel.tsx';
import { useProgress } from '../progress/use-progress.ts';
import { NotSent } from '../sending/NotSent.tsx';
import { SendingNote } from '../sending/SendingNote.tsx';
import { ConsentBoxes, useConsent } from './ConsentBoxes.tsx';
import { Declaration } from './Declaration.tsx';
import { DocumentField } from './DocumentField.tsx';
import { EnrolmentField } from './EnrolmentField.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { GuardianNote, MinorNotice } from './Guardian.tsx';
import { Part } from './Part.tsx';
import { useDoubts } from './use-doubts.ts';
import { useEnrolment } from './use-enrolment.ts';
import { useFamilyAnswers } from './use-family-answers.ts';
import { useMasks } from './use-masks.ts';
import { useRules } from './use-rules.ts';

type Props = {
  onSent: (sent: SentEnrolment, answers: Enrolment) => void;
  /** Called after the answers were erased: a new form is needed. */
  onErased: () => void;
  /** What the form begins with for the next member of a family; null for nothing. */
  shared?: FamilyAnswers | null;
  /** Stands above the first question. */
  children?: ReactNode;
};

/** The progress and the enrolment form in six parts, rendered from FIELDS as the rules ask. */
export function EnrolmentForm({ onSent, onErased, shared = null, children }: Props) {
  const rules = useRules();
  const consent = useConsent(rules);
  const { form, errors, summary, sending, draft, age, medical, applicantDocument, ...handlers } =
    useEnrolment(onSent, rules, consent.check);
  useMasks(form);
  const { doubts, forWhom, fix } = useDoubts(form);
  const { phase, failure } = sending;
  const chat = chatLink(brand.phone, project.help.message);
  const progress = useProgress(form, rules);
  const questions = questionsUnder(rules);
  const deadline = guardianDeadline(lastDayWithoutGuardian(new Date(), rules));
  useFamilyAnswers(form, shared);
  // Before hydration the browser itself would submit the form, with the answers in the page's address.
  const ready = useReady();

  const erase = () => {
    draft.discard();
    onErased();
    focusTitle();
  };

  return (
    <>
      <ProgressPanel progress={progress} />
      <form
        className="enrolment__form stack"
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
            isOfFamily={shared !== null}
            onResume={() => {
              if (draft.found) draft.resume(draft.found);
              focusTitle();
            }}
            onErase={erase}
          />
        )}
        {children}
        <p className="soft">
          {project.formNote}
          {ready && !draft.notStored && ` ${project.formNoteSaved}`}
        </p>
        <ForWhomField />
        {project.parts.map((title, at) => (
          <Piece key={title}>
            <Part
              number={at + 1}
              title={title}
              help={at === CONTACT && !rules.emailObrigatorio ? project.help.label : project.help.parts[at]}
              disabled={phase !== 'filling'}
              isReady={ready}
              missing={progress.missing[at] ?? null}
              doubted={questions.filter(({ part, name }) => part === at + 1 && doubts[name]?.text).length}
              isMinor={at + 1 === GUARDIANS && isMinorAge(age)}
            >
              {at + 1 === GUARDIANS && (
                <GuardianNote age={age} deadline={deadline} isKnown={progress.hasGuardian} />
              )}
              {questions
                .filter(({ part, control }) => part === at + 1 && control !== 'hidden')
                .map((field) =>
                  field.control === 'file' ? (
                    <DocumentField
                      key={field.name}
                      field={field}
                      document={applicantDocument}
                      problem={errors.cadastroUnico?.message}
                      onOpen={draft.rescue}
                    />
                  ) : (
                    <Fragment key={field.name}>
                      <EnrolmentField
                        field={field}
                        age={age}
                        medical={medical}
                        problem={errors[field.name]?.message}
                        doubt={doubts[field.name]}
                        forWhom={forWhom}
                        onFix={fix}
                      />
                      {field.name === 'idade' && <MinorNotice age={age} />}
                    </Fragment>
                  ),
                )}
            </Part>
          </Piece>
        ))}
        <Declaration rules={rules} />
        {consent.boxes && <ConsentBoxes missing={consent.missing} />}
        {ready && (
          <input className="vh" name={HONEYPOT} tabIndex={-1} autoComplete="off" aria-hidden="true" />
        )}
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
        {phase === 'sending' && <SendingNote uploaded={sending.uploaded} />}
        {ready && (
          <details className="fold" onToggle={sending.cancelRetry}>
            <summary>{project.draft.erase}</summary>
            <p>{project.draft.eraseAsk}</p>
            <Button variant="destructive" onClick={erase}>
              {project.draft.eraseYes}
            </Button>
          </details>
        )}
      </form>
    </>
  );
}

/** Its line of help is about the e-mail. */
const CONTACT = 2;

/** Question zero, for whom the enrolment is; optional and not part of the enrolment. Source: docs/ux.md §4.2. */
function ForWhomField() {
  const { question, answers } = project.forWhom;
  return (
    <fieldset className="field question question--radios">
      <legend className="field__label">{question}</legend>
      <div className="choices">
        {Object.entries(answers).map(([value, text]) => (
          <label className="choice" key={value}>
            <input type="radio" id={`paraQuem-${value}`} value={value} name="paraQuem" />
            <span className="choice__text">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Focuses the form's title after a button that disappears was pressed. */
function focusTitle() {
  requestAnimationFrame(() => {
    document.getElementById('formulario')?.focus();
  });
}

/** Scrolls to a field with its label, and focuses it. */
function showField(element: HTMLElement | null) {
  element?.closest('.field')?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
