import { useState } from 'react';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import { protocolOf, writtenProtocol } from '../../domain/protocol.ts';
import { Confirmation } from './Confirmation.tsx';
import { EnrolmentForm } from './EnrolmentForm.tsx';

/** The enrolment form under its title, and above it the confirmation of the last one sent. */
export function Enrolment() {
  const [sentId, setSentId] = useState<string | null>(null);
  const [erased, setErased] = useState(0);

  return (
    <div className="split">
      {sentId && <Confirmation key={`enviada-${sentId}`} protocol={writtenProtocol(protocolOf(sentId))} />}
      <h2 className="split__title" id="formulario">
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
      <EnrolmentForm
        key={`depois-de-${sentId}-${erased}`}
        onSent={setSentId}
        onErased={() => setErased(erased + 1)}
      />
    </div>
  );
}
