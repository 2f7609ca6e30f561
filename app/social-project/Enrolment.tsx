import { useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { pages } from '../../content/pages.ts';
import { sent as sentWords } from '../../content/sent.ts';
import { project } from '../../content/social-project.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import type { SentEnrolment } from '../../domain/enrolment/sent-enrolment.ts';
import { Confirmation } from './after/Confirmation.tsx';
import { deleteSent, readSent, saveSent } from './after/sent-store.ts';
import { EnrolmentForm } from './form/EnrolmentForm.tsx';

/** The form under its title; above it the confirmation of the last sent enrolment, after a reload too. */
export function Enrolment() {
  const [shown, setShown] = useState<{ sent: SentEnrolment; fresh: boolean } | null>(null);
  /** Number of forms that were sent or erased. */
  const [finishedForms, setFinishedForms] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // In an effect, because the prerendered page has none. It takes neither title nor focus: the next form may be in progress.
  useEffect(() => {
    const sent = readSent();
    if (sent) setShown({ sent, fresh: false });
  }, []);

  function onSent(sent: SentEnrolment) {
    saveSent(sent);
    document.title = sentWords.pageTitle;
    setShown({ sent, fresh: true });
    setFinishedForms(finishedForms + 1);
  }

  function goToForm() {
    document.title = pages.socialProject.title;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }

  function close() {
    deleteSent();
    setShown(null);
    goToForm();
  }

  return (
    <div className="split">
      {shown && <Confirmation key={shown.sent.at} {...shown} onNewEnrolment={goToForm} onClose={close} />}
      <h2 className="split__title" id="formulario" tabIndex={-1} ref={heading}>
        {project.formTitle}
      </h2>
      <noscript>
        <p className="notice notice--warning">
          {project.withoutJavaScript[0]}
          <a href={chatLink(brand.phone, project.help.message) ?? undefined}>{phoneInWords(brand.phone)}</a>
          {project.withoutJavaScript[1]}
        </p>
      </noscript>
      {/* A new form for the next person instead of a cleared one: React would not notice the same choice again. */}
      <EnrolmentForm
        key={finishedForms}
        onSent={onSent}
        onErased={() => setFinishedForms(finishedForms + 1)}
      />
    </div>
  );
}
