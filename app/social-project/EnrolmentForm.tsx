import { useEffect, useRef, useSyncExternalStore } from 'react';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { chatLink } from '../../domain/contact.ts';
import { FIELDS, type Field } from '../../domain/enrolment-fields.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { focusableOf } from './answers.ts';
import { Belt } from './Belt.tsx';
import { ConsentBoxes } from './ConsentBoxes.tsx';
import { Declaration } from './Declaration.tsx';
import { DocumentField } from './DocumentField.tsx';
import { EnrolmentField } from './EnrolmentField.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ForWhomField } from './ForWhomField.tsx';
import { GuardianNote, isMinor } from './Guardian.tsx';
import { Listen } from './Listen.tsx';
import { Review } from './Review.tsx';
import { useConsent } from './use-consent.ts';
import { useDoubts } from './use-doubts.ts';
import { type Phase, useEnrolment } from './use-enrolment.ts';
import { useMasks } from './use-masks.ts';
import { useProgress } from './use-progress.ts';
import { useRules } from './use-rules.ts';

/** The enrolment form in six parts, drawn from the field list; `onSent` hears the uuid of what has arrived. */
export function EnrolmentForm({ onSent }: { onSent: (id: string) => void }) {
  const rules = useRules();
  const consent = useConsent(rules);
  const { form, errors, told, phase, failure, age, medical, paper, ...handlers } = useEnrolment(
    onSent,
    rules,
    consent.agreed,
  );
  useMasks(form);
  const { doubts, forWhom, fix } = useDoubts(form);
  const chat = chatLink(brand.phone, project.help.message);
  const progress = useProgress(form);
  // Until the script has taken over, the browser itself would send the answers, in the address of the page.
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

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
      <p className="enrolment__note">{project.formNote}</p>
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
                onFix={() => fix(field.name)}
              />
            ),
          )}
          <p className="part__complete" aria-live="polite">
            {progress.complete.includes(at + 1) && project.belt.partComplete}
          </p>
          {chat && (
            <a className="part__help" href={chat} target="_blank" rel="noopener noreferrer">
              <Icon name="whatsapp" />
              {project.help.label}
            </a>
          )}
        </fieldset>
      ))}
      <Review form={form} />
      <Declaration />
      {consent.boxes && <ConsentBoxes missing={consent.missing} />}
      {failure && (
        <NotSent text={failure.text} phase={phase} chat={chat} focused={told.problems.length === 0} />
      )}
      <Button type={ready ? 'submit' : 'button'} busyText={phase === 'sending' && project.sending}>
        {project.send}
      </Button>
    </form>
  );
}

/** Place of the guardian's part. */
const GUARDIANS = 3;

const never = () => () => {};

const fieldsOf = (part: number) =>
  FIELDS.filter((field) => field.part === part && (field as Field).control !== 'hidden');

/** Brings a field and its label into view, and the focus to it. */
function showField(element: HTMLElement | null) {
  element?.closest('.field')?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

/** Stays above the button until the next attempt, so that nothing is only in the toast. */
function NotSent(props: { text: string; phase: Phase; chat: string | null; focused: boolean }) {
  const { text, phase, chat, focused } = props;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused) return;
    panel.current?.scrollIntoView({ block: 'center' }); // clear of the toast
    panel.current?.focus({ preventScroll: true });
  }, [focused]);
  const { title, unknown } = project.notSent;

  return (
    <div className="notice notice--error not-sent" tabIndex={-1} ref={panel}>
      <p className="notice__title">{title}</p>
      <p>{text}</p>
      {phase === 'unknown' && <p>{unknown}</p>}
      {chat && (
        <a className="part__help" href={chat} target="_blank" rel="noopener noreferrer">
          <Icon name="whatsapp" />
          {project.notSent.chat}
        </a>
      )}
    </div>
  );
}
