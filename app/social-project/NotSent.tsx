import { useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { addressInWords, phoneInWords, telLink } from '../../domain/contact.ts';
import { Button } from '../ui/Button.tsx';
import { ChatLink } from '../ui/ChatLink.tsx';
import { RETRY_DELAYS_MS, type Retry } from './retry-plan.ts';
import type { Failure, Phase } from './use-sending.ts';

type Props = {
  failure: Failure;
  phase: Phase;
  /** Where help is; null when there is no phone. */
  chat: string | null;
  /** Whether the panel takes the focus: not when the summary does. */
  focused: boolean;
  /** Tries again: as the planned attempt, or because a person asks. */
  onTry: (retry?: Retry) => void;
  onStop: () => void;
};

/** Why it is not sent yet, and what happens next; stays above the button until the next attempt, so that nothing is only in the toast. Source: ux.md §6.1. */
export function NotSent({ failure: { text, retry, hopeless }, phase, chat, focused, onTry, onStop }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused) return;
    panel.current?.scrollIntoView({ block: 'start' }); // clear of the toast
    panel.current?.focus({ preventScroll: true });
  }, [focused]);
  const words = project.notSent;
  const waiting = retry && phase !== 'sending';

  return (
    <div className="notice notice--error not-sent" tabIndex={-1} ref={panel}>
      <p className="notice__title">{words.title}</p>
      <p>{text}</p>
      {phase === 'unknown' && <p>{words.unknown}</p>}
      <p role="status">{retry && words.trying(retry.number, RETRY_DELAYS_MS.length)}</p>
      {waiting && <Countdown key={retry.number} retry={retry} onDue={onTry} />}
      {hopeless && <People />}
      {phase !== 'sending' && !hopeless && (
        <p className="actions">
          <Button variant="secondary" onClick={() => onTry()}>
            {words.again}
          </Button>
          {waiting && (
            <Button variant="secondary" onClick={onStop}>
              {words.stop}
            </Button>
          )}
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

/** The ways to somebody who helps. */
function People() {
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

/** Counts down to an attempt and makes it, as soon as there is internet to make it with. The seconds are only for the eye. */
function Countdown({ retry, onDue }: { retry: Retry; onDue: (retry: Retry) => void }) {
  const [seconds, setSeconds] = useState(Math.ceil(retry.delayMs / 1000));
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  });
  useEffect(() => {
    const end = Date.now() + retry.delayMs;
    const beat = setInterval(() => {
      const left = end - Date.now();
      setSeconds(Math.max(0, Math.ceil(left / 1000)));
      if (left <= 0 && navigator.onLine) due.current(retry);
    }, BEAT_MS);
    return () => clearInterval(beat);
  }, [retry]);

  return <p aria-hidden="true">{seconds > 0 ? project.notSent.seconds(seconds) : project.notSent.soon}</p>;
}

const BEAT_MS = 250;
