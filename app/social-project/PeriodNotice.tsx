import { brand } from '../../content/brand.ts';
import { period as words } from '../../content/period.ts';
import { chatLink } from '../../domain/contact.ts';
import { brazilianDay } from '../../domain/dates.ts';
import type { Period } from '../../domain/period.ts';
import { lastMinuteBefore, momentAhead } from '../../domain/spoken-moment.ts';
import { ChatLink } from '../ui/ChatLink.tsx';

type Props = {
  period: Period;
  /** Whether a form was begun before. */
  begun: boolean;
};

/** The first thing on the page while the enrolment is closed: since when, until when, and a chat. Source: docs/ux.md §4.10. */
export function ClosedNotice({ period: { from, until, takenUntil, sentence }, begun }: Props) {
  const chat = chatLink(brand.phone, words.chat.message);
  const [taken, now] = [new Date(takenUntil), new Date()];
  return (
    <div className="notice notice--warning stack gap-3 closed-notice" role="status">
      <p className="notice__title">{words.title}</p>
      <p>
        {words.since(brazilianDay(from))} {until ? words.opens(brazilianDay(until)) : words.notKnown}
      </p>
      {sentence && <p>{sentence}</p>}
      {begun && <p>{now < taken ? words.begun(momentAhead(taken, now)) : words.tooLate}</p>}
      <p className="actions">
        {chat && (
          <ChatLink className="button button--secondary" href={chat}>
            {words.chat.label}
          </ChatLink>
        )}
        {begun && <a href="#formulario">{words.toForm}</a>}
      </p>
    </div>
  );
}

/** Above the first question, where an end is ahead: until when the enrolment is open. */
export const OpenNotice = ({ from }: Period) => (
  <p className="notice notice--info" role="status">
    {words.openUntil(lastMinuteBefore(new Date(from)))}
  </p>
);
