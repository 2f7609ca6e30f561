import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { brand } from '../../content/brand.ts';
import { offer } from '../../content/home.ts';
import { chatLink } from '../../domain/contact.ts';
import { dayInFull } from '../../domain/day-in-full.ts';
import { publicSettings } from '../api/public-settings.ts';
import { ChatLink } from '../ui/ChatLink.tsx';

/**
 * The free project, with a link to its form. While the enrolment is closed, the dates come first and there is
 * no link. Source: SPEC §1; docs/ux.md §9.2.
 */
export function Offer() {
  const closed = useClosedDays();
  const chat = chatLink(brand.phone, offer.chat.message);

  return (
    <div className="offer">
      <div className="offer__row actions page">
        {/* start-script.ts shows it and writes into it before React takes over */}
        <p className="offer__closed" hidden={!closed} suppressHydrationWarning>
          {offer.closed.since}{' '}
          <time suppressHydrationWarning dateTime={closed?.since}>
            {closed?.words ?? ''}
          </time>
        </p>
        <div>
          <h2 className="offer__title">{offer.title}</h2>
          <ul className="offer__facts flow knots">
            {offer.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <Link className="button button--primary" to="/projeto-social">
          {offer.button}
        </Link>
        {chat && (
          <ChatLink className="offer__chat button button--secondary" href={chat}>
            {offer.chat.label}
          </ChatLink>
        )}
      </div>
    </div>
  );
}

type Closed = { since: string; words: string };

/** Since when the enrolment is closed, and since when and until when in words; null while it is open. */
function useClosedDays(): Closed | null {
  const [closed, setClosed] = useState<Closed | null>(null);
  useEffect(() => {
    publicSettings().then(
      ({ periodo }) => {
        const period = periodo as Period;
        if (!period?.fechada) return;
        const { de, ate } = period;
        setClosed({ since: de, words: offer.closed.days(dayInFull(de), ate ? dayInFull(ate) : '') });
      },
      () => {}, // the form says so too
    );
  }, []);
  return closed;
}

/** As domain/period.ts reads it on the page of the form. */
type Period = { fechada: boolean; de: string; ate: string | null } | null | undefined;
