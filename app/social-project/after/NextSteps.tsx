import { type ReactNode, useState } from 'react';
import { brand } from '../../../content/brand.ts';
import { nextSteps } from '../../../content/next-steps.ts';
import { situation } from '../../../content/situation.ts';
import { addressInWords, chatLink, ownChatLink, phoneInWords } from '../../../domain/contact.ts';
import { brazilianDay, laterDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { guardianDeadline } from '../../../domain/enrolment/guardian.ts';
import { guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { SituationLink, situationAddress } from './SituationLink.tsx';
import './next-steps.css';

export type SentProps = {
  sent: SentEnrolment;
  /** Null while the enrolment is closed. */
  onNewEnrolment: (() => void) | null;
  /** Begins the enrolment of somebody of the same family; null when nothing of the last one is known. */
  onFamilyEnrolment: (() => void) | null;
  /** Forgets the enrolment, in the tab's storage too; not offline, where the home page would not come. */
  onClose: () => void;
  /** Asks for what is missing of the guardian, and says when it came. */
  guardian: ReactNode;
};

/** Below the protocol: what is missing, one thing to do now, how it goes on, and all the rest folded away. Source: docs/ux.md §6.2. */
export function NextSteps({ sent, onNewEnrolment, onFamilyEnrolment, onClose, guardian }: SentProps) {
  const protocol = writtenProtocol(sent.protocol);
  const [cannotPrint, setCannotPrint] = useState(false);
  const until = guardianDeadline(sent.until);
  const readBy = laterDay(todayInBrazil(new Date(sent.at)), brand.answerDays);
  const note = nextSteps.note(protocol, brazilianDay(sent.at), phoneInWords(brand.phone));

  return (
    <>
      {sent.lacks.length > 0 && <MissingGuardian sent={sent} until={until} />}
      <div className="no-print">{guardian}</div>
      <div className="stack gap-3 no-print">
        <ChatLink
          className={`button button--${sent.lacks.length > 0 ? 'secondary' : 'primary'}`}
          href={ownChatLink(`${note} ${until}`.trim() + situation.link.note(situationAddress(sent.code)))}
        >
          {nextSteps.saveInChat}
        </ChatLink>
        <p className="field__hint">{nextSteps.saveInChatHint}</p>
        <a className="button button--secondary" href={situationAddress(sent.code)}>
          {situation.link.open}
        </a>
      </div>
      <p>{nextSteps.next(readBy < todayInBrazil() ? '' : writtenDay(readBy).slice(0, 5))}</p>
      <p className="confirmation__paper">
        {`${brand.name}, ${addressInWords(brand)}. WhatsApp ${phoneInWords(brand.phone)}, ${brand.email}. ${nextSteps.noPromise}`}
      </p>
      <div className="no-print">
        {onNewEnrolment && (
          <AnotherPerson onNewEnrolment={onNewEnrolment} onFamilyEnrolment={onFamilyEnrolment} />
        )}
        <details className="fold">
          <summary>{nextSteps.more}</summary>
          <div className="stack gap-4">
            <div className="actions">
              <SecondaryButton onClick={() => setCannotPrint(!canPrint())}>{nextSteps.print}</SecondaryButton>
              <span role="status">{cannotPrint && nextSteps.cannotPrint}</span>
            </div>
            <SituationLink code={sent.code} />
            <p className="actions">
              <a className="part__help" href="/" onClick={() => navigator.onLine && onClose()}>
                {nextSteps.close}
              </a>
            </p>
          </div>
        </details>
      </div>
    </>
  );
}

/** Prints the page; false where the browser does not, as in an app. */
function canPrint(): boolean {
  let begun = false;
  const onBegin = () => {
    begun = true;
  };
  window.addEventListener('beforeprint', onBegin);
  window.print();
  window.removeEventListener('beforeprint', onBegin);
  return begun;
}

type AnotherProps = { onNewEnrolment: () => void; onFamilyEnrolment: (() => void) | null };

/** The way to the form of the next person; asks whether of the same family, where something of it is known. */
function AnotherPerson({ onNewEnrolment, onFamilyEnrolment }: AnotherProps) {
  const words = nextSteps.another;
  if (!onFamilyEnrolment)
    return (
      <div className="fold">
        <button className="link-button confirmation__another" type="button" onClick={onNewEnrolment}>
          {words.open}
        </button>
      </div>
    );
  return (
    <details className="fold">
      <summary>{words.open}</summary>
      <div className="stack gap-3">
        <p>{words.question}</p>
        <div className="actions">
          <SecondaryButton aria-describedby="mesma-familia" onClick={onFamilyEnrolment}>
            {words.yes}
          </SecondaryButton>
          <SecondaryButton onClick={onNewEnrolment}>{words.no}</SecondaryButton>
        </div>
        <p className="field__hint" id="mesma-familia">
          {words.shares}
        </p>
      </div>
    </details>
  );
}

type MissingProps = {
  sent: SentEnrolment;
  /** The sentence that says until which day the telephone may come; `''` when nothing is erased without it. */
  until: string;
};

/** For an enrolment of somebody under 18 without a guardian's data: what is missing, and the message to forward, but for who said to enrol somebody else and is asked here. Source: docs/ux.md §4.5. */
function MissingGuardian({ sent: { lacks, forWhom, protocol }, until }: MissingProps) {
  const words = nextSteps.guardian;
  const written = writtenProtocol(protocol);
  const chat = chatLink(brand.phone, words.message(written));
  return (
    <div className="notice notice--warning confirmation__missing stack">
      <p>
        <strong>{forWhom === 'mim' ? words.title : words.titleOfGuardian}</strong>
      </p>
      <p>
        {guardianLackText(lacks)} <strong>{until}</strong>
      </p>
      {forWhom !== 'outra' && chat && (
        <p className="actions">
          <ChatLink
            className={`button button--${forWhom === 'mim' ? 'primary' : 'secondary'}`}
            href={ownChatLink(words.invitation(written, until, chat))}
          >
            {words.forward}
          </ChatLink>
        </p>
      )}
    </div>
  );
}
