import { useEffect, useRef } from 'react';
import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { addressInWords, phoneInWords, telLink } from '../../../domain/contact.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { RETRY_DELAYS_MS, type Retry } from './retry-plan.ts';
import type { Failure } from './use-attempts.ts';
import type { Phase } from './use-sending.ts';
import './not-sent.css';

type Props = {
  failure: Failure;
  phase: Phase;
  /** WhatsApp link for help; null without a phone. */
  chat: string | null;
  /** Whether the panel takes the focus: false when the error summary does. */
  focused: boolean;
  /** `retry` for an automatic attempt, undefined for a person's. */
  onRetry: (retry?: Retry) => void;
  onStop: () => void;
};

/** Why the enrolment is not sent and what happens next; stays until the next attempt, because the toast disappears. Source: docs/ux.md §6.1. */
export function NotSent({ failure, phase, chat, focused, onRetry, onStop }: Props) {
  const { text, retry, needsHelp } = failure;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused) return;
    panel.current?.scrollIntoView({ block: 'start' }); // not under the toast
    panel.current?.focus({ preventScroll: true });
  }, [focused]);
  const words = project.notSent;
  const waiting = retry && phase !== 'sending';

  return (
    <div className="notice notice--error stack gap-3 not-sent" tabIndex={-1} ref={panel}>
      <p className="notice__title">{words.title}</p>
      <p>{text}</p>
      {phase === 'unknown' && <p>{words.unknown}</p>}
      <p role="status">{retry && words.trying(retry.number, RETRY_DELAYS_MS.length)}</p>
      {waiting && <Waiting key={retry.number} retry={retry} onDue={onRetry} />}
      {needsHelp && <ContactDetails />}
      {phase !== 'sending' && !needsHelp && (
        <p className="actions">
          <SecondaryButton onClick={() => onRetry()}>{words.again}</SecondaryButton>
          {waiting && <SecondaryButton onClick={onStop}>{words.stop}</SecondaryButton>}
        </p>
      )}
      {chat && (
        <ChatLink className="part__help" href={chat}>
          {words.chat}
        </ChatLink>
      )}
    </div>
  );
}

/** Phone, e-mail and address of the centre. */
function ContactDetails() {
  const [phone, email, address, end] = project.notSent.person;
  return (
    <p>
      {phone}
      <a className="declaration__phone" href={telLink(brand.phone) ?? undefined}>
        {phoneInWords(brand.phone)}
      </a>
      {email}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>
      {address + addressInWords(brand) + end}
    </p>
  );
}

/** Starts an automatic attempt when it is due and the device is online; shows nothing. */
function Waiting({ retry, onDue }: { retry: Retry; onDue: (retry: Retry) => void }) {
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  });
  useEffect(() => {
    const end = Date.now() + retry.delayMs;
    const timer = setInterval(() => {
      if (Date.now() >= end && navigator.onLine) due.current(retry);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [retry]);
  return null;
}

const TICK_MS = 250;
