import { brand } from '../../content/brand.ts';
import { period as words } from '../../content/period.ts';
import { chatLink } from '../../domain/contact.ts';
import { brazilianDay } from '../../domain/dates.ts';
import type { Period } from '../../domain/period.ts';
import { lastMinuteBefore, momentAhead } from '../../domain/spoken-moment.ts';
import { ChatLink } from '../ui/ChatLink.tsx';

/** Since when the enrolment is closed and until when, or until when it is open. `begun`: a form was begun before. Source: docs/ux.md §4.10. */
export function PeriodNotice({ period, begun }: { period: Period; begun: boolean }) {
  const chat = chatLink(brand.phone, words.chatMessage);
  if (!period.closed)
    return (
      <p className="notice notice--info" role="status">
        {words.openUntil(lastMinuteBefore(new Date(period.from)))}
      </p>
    );
  const [taken, now] = [new Date(period.takenUntil), new Date()];
  return (
    <div className="notice notice--warning" role="status">
      <p className="notice__title">{words.title}</p>
      <p>
        {words.since(brazilianDay(period.from))} {period.until && words.opens(brazilianDay(period.until))}
      </p>
      {begun && <p>{now < taken ? words.begun(momentAhead(taken, now)) : words.tooLate}</p>}
      {!begun && !period.until && <p>{words.ask}</p>}
      {chat && (
        <p className="actions">
          <ChatLink className="button button--secondary" href={chat}>
            {words.chat}
          </ChatLink>
        </p>
      )}
    </div>
  );
}
