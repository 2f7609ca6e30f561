import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { brand } from '../../../content/brand.ts';
import { nextSteps } from '../../../content/next-steps.ts';
import { sent as words } from '../../../content/sent.ts';
import { chatLink, ownChatLink, phoneInWords } from '../../../domain/contact.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import { guardianDeadline } from '../../../domain/enrolment/guardian.ts';
import { type GuardianAnswer, guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import { digitsApart, writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { Receipt } from './Receipt.tsx';
import { SituationLink, situationNote } from './SituationLink.tsx';
import './next-steps.css';

type GuardianProps = { sent: SentEnrolment; onGiven: (sent: SentEnrolment) => void };

export type GuardianAsked = {
  /** Loads what asks for the guardian that is missing, and says when it came. */
  loadGuardian: () => Promise<{ GivenGuardian: ComponentType<GuardianProps> }>;
  onGuardian: GuardianProps['onGiven'];
};

type Props = {
  sent: SentEnrolment;
  onNewEnrolment: () => void;
  /** Null when nothing of the last enrolment is known any more. */
  onFamilyEnrolment: (() => void) | null;
  onClose: () => void;
} & GuardianAsked;

/** Below the protocol: what is missing, what happens next, and buttons to save the number and to continue. Source: docs/ux.md §6.2. */
export function NextSteps({ sent, onNewEnrolment, onFamilyEnrolment, onClose, ...guardian }: Props) {
  const [Guardian] = useState(() =>
    lazy(() =>
      guardian.loadGuardian().then(
        ({ GivenGuardian }) => ({ default: GivenGuardian }),
        () => ({ default: () => <></> }), // offline: the ways to WhatsApp are there
      ),
    ),
  );
  const protocol = writtenProtocol(sent.protocol);
  const { printedAt, print } = usePrinting(nextSteps.receipt.fileName(protocol));
  const [cannotPrint, setCannotPrint] = useState(false);
  const until = guardianDeadline(sent.until);
  const note = nextSteps.note(protocol, brazilianDay(sent.at), phoneInWords(brand.phone));

  return (
    <>
      {sent.lacks.length > 0 && <MissingGuardian lacks={sent.lacks} protocol={protocol} until={until} />}
      <Suspense>
        <Guardian sent={sent} onGiven={guardian.onGuardian} />
      </Suspense>
      <h2 className="confirmation__next">{nextSteps.nextTitle}</h2>
      <ol className="points points--numbered">
        <li>{nextSteps.next.read}</li>
        <li>
          {nextSteps.next.call}
          {sent.phone === '' ? (
            '.'
          ) : (
            <>
              <span className="confirmation__phone" aria-hidden="true">{` ${sent.phone}.`}</span>
              <span className="vh">{nextSteps.next.ending(digitsApart(sent.phone.slice(-2)))}</span>
            </>
          )}
        </li>
        <li>{nextSteps.next.missing}</li>
      </ol>
      <div className="confirmation__ways">
        <div className="confirmation__way">
          <ChatLink
            className={`button button--${sent.lacks.length > 0 ? 'secondary' : 'primary'}`}
            href={ownChatLink(`${note} ${until}`.trim() + situationNote(sent.code))}
          >
            {nextSteps.saveInChat}
          </ChatLink>
          <p className="field__hint">{nextSteps.saveInChatHint}</p>
        </div>
        <SecondaryButton onClick={() => setCannotPrint(!print())}>{nextSteps.print}</SecondaryButton>
      </div>
      <p role="status">{cannotPrint && nextSteps.cannotPrint}</p>
      <SituationLink code={sent.code} />
      <div className="confirmation__ways">
        {onFamilyEnrolment && (
          <div className="confirmation__way">
            <SecondaryButton aria-describedby="mesma-familia" onClick={onFamilyEnrolment}>
              {words.againForFamily}
            </SecondaryButton>
            <p className="field__hint" id="mesma-familia">
              {words.shares}
            </p>
          </div>
        )}
        <SecondaryButton onClick={onNewEnrolment}>{words.again}</SecondaryButton>
      </div>
      <p className="actions">
        <Link className="part__help" to="/">
          {words.home}
        </Link>
        <Link className="part__help" to="/" onClick={onClose}>
          {words.close}
        </Link>
      </p>
      {printedAt && <Receipt sent={sent} />}
    </>
  );
}

type MissingProps = {
  lacks: readonly GuardianAnswer[];
  /** Formatted: 0000-0000. */
  protocol: string;
  /** The sentence that says until which day the telephone may come; `''` when nothing is erased without it. */
  until: string;
};

/** For an enrolment of somebody under 18 without a guardian's data: what is missing, and how to send it. Source: docs/ux.md §4.5. */
function MissingGuardian({ lacks, protocol, until }: MissingProps) {
  const chat = chatLink(brand.phone, nextSteps.guardian.message(protocol));
  return (
    <div className="notice notice--warning confirmation__missing">
      <p>
        <strong>{nextSteps.guardian.title}</strong>
      </p>
      <p>{guardianLackText(lacks)}</p>
      {until !== '' && (
        <p>
          <strong>{until}</strong>
        </p>
      )}
      {chat && (
        <p className="actions">
          <ChatLink
            className="button button--primary"
            href={ownChatLink(nextSteps.guardian.invitation(protocol, until, chat))}
          >
            {nextSteps.guardian.forward}
          </ChatLink>
          <ChatLink className="part__help" href={chat}>
            {nextSteps.guardian.own}
          </ChatLink>
        </p>
      )}
    </div>
  );
}
