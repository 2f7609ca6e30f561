import { useState } from 'react';
import { project } from '../../content/social-project.ts';
import { protocolOf, writtenProtocol } from '../../domain/protocol.ts';
import { Confirmation } from './Confirmation.tsx';
import { EnrolmentForm } from './EnrolmentForm.tsx';

/** The enrolment form under its title, and above it the confirmation of the last one sent. */
export function Enrolment() {
  const [sentId, setSentId] = useState<string | null>(null);

  return (
    <div className="split">
      {sentId && <Confirmation key={`enviada-${sentId}`} protocol={writtenProtocol(protocolOf(sentId))} />}
      <h2 className="split__title" id="formulario">
        {project.formTitle}
      </h2>
      <noscript>
        <p className="notice notice--warning">{project.withoutJavaScript}</p>
      </noscript>
      {/* A new form for the next person, not the old one emptied: React would not notice the same choice made again. */}
      <EnrolmentForm key={`depois-de-${sentId}`} onSent={setSentId} />
    </div>
  );
}
