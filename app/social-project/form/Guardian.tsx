import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { ownChatLink } from '../../../domain/contact.ts';
import { isMinorAge } from '../../../domain/enrolment/enrolment.ts';
import { ChatLink } from '../../ui/ChatLink.tsx';

const { minor } = project;

/** Below the age of somebody under 18: asks for the guardian, with links to that part and to WhatsApp. Source: docs/ux.md §4.5. */
export function MinorNotice({ age }: { age: string }) {
  const invitation = minor.invitation(`${brand.siteUrl}/projeto-social`);
  return (
    <div aria-live="polite">
      {isMinorAge(age) && (
        <div className="notice notice--warning">
          {Number(age) < 12 ? (
            <p>{minor.child}</p>
          ) : (
            <p>
              <strong>{minor.title}</strong> {minor.text}
            </p>
          )}
          <a className="part__help" href={`#${GUARDIAN}`} onClick={showGuardian}>
            {minor.link}
          </a>{' '}
          {Number(age) >= 12 && (
            <ChatLink className="part__help" href={ownChatLink(invitation)}>
              {minor.send}
            </ChatLink>
          )}
        </div>
      )}
    </div>
  );
}

type NoteProps = { age: string; deadline: string; isKnown: boolean };

/** At the top of the guardian's part: who should fill it in, and the last day without the telephone, a sentence or `''`; one line once both are there. Source: docs/ux.md §4.5. */
export function GuardianNote({ age, deadline, isKnown }: NoteProps) {
  if (!isMinorAge(age)) return <p className="soft">{minor.adults}</p>;
  if (isKnown) return <p className="soft">{minor.known}</p>;
  return (
    <div className="notice notice--warning">
      <p className="notice__title">{minor.badge}</p>
      <p>{minor.why}</p>
      {deadline !== '' && (
        <p>
          {minor.later} <strong>{deadline}</strong>
        </p>
      )}
    </div>
  );
}

const GUARDIAN = 'nomeResponsavel';

function showGuardian(event: { preventDefault: () => void }) {
  event.preventDefault();
  const name = document.getElementById(GUARDIAN);
  name?.closest('.part')?.scrollIntoView({ block: 'start' });
  name?.focus({ preventScroll: true });
}
