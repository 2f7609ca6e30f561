import { useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { pages } from '../../content/pages.ts';
import { sent as sentWords } from '../../content/sent.ts';
import { project } from '../../content/social-project.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import type { SentEnrolment } from '../../domain/sent-enrolment.ts';
import { Confirmation } from './Confirmation.tsx';
import { EnrolmentForm } from './EnrolmentForm.tsx';
import { forgetSent, keepSent, keptSent } from './sent-store.ts';

/** The enrolment form under its title, and above it the confirmation of the last one sent, also after a reload. */
export function Enrolment() {
  const [shown, setShown] = useState<{ sent: SentEnrolment; fresh: boolean } | null>(null);
  /** Forms done with: sent or erased. */
  const [done, setDone] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // An effect, for the page came without it. It takes neither title nor focus: the next form may be begun.
  useEffect(() => {
    const sent = keptSent();
    if (sent) setShown({ sent, fresh: false });
  }, []);

  function onSent(sent: SentEnrolment) {
    keepSent(sent);
    document.title = sentWords.pageTitle;
    setShown({ sent, fresh: true });
    setDone(done + 1);
  }

  function goToForm() {
    document.title = pages.socialProject.title;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }

  function close() {
    forgetSent();
    setShown(null);
    goToForm();
  }

  return (
    <div className="split">
      {shown && <Confirmation key={shown.sent.at} {...shown} onAgain={goToForm} onClose={close} />}
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
      {/* A new form for the next person, not the old one emptied: React would not notice the same choice made again. */}
      <EnrolmentForm key={done} onSent={onSent} onErased={() => setDone(done + 1)} />
    </div>
  );
}
