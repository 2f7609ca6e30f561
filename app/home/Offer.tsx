import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { brand } from '../../content/brand.ts';
import { offer } from '../../content/home.ts';
import { chatLink } from '../../domain/contact.ts';
import { dayInFull } from '../../domain/day-in-full.ts';
import { ChatLink } from '../ui/ChatLink.tsx';

/** The free project: what it is and the way in, or until when it is closed and no way in. Source: SPEC §1. */
export function Offer() {
  const until = useClosedUntil();
  const chat = chatLink(brand.phone, offer.chat.message);

  return (
    <div className="offer">
      <div className="offer__row page">
        <div>
          <h2 className="offer__title">{offer.title}</h2>
          <ul className="offer__facts knots">
            {offer.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <p className="offer__closed">
          {offer.closed.title} {/* start-script.ts writes into it before React takes over */}
          <time suppressHydrationWarning dateTime={until?.ate}>
            {until?.words ?? ''}
          </time>
        </p>
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

type Until = { ate: string; words: string };

/** Until when the enrolment is closed, and in words; empty where nobody has said, null while it is open. */
function useClosedUntil(): Until | null {
  const [until, setUntil] = useState<Until | null>(null);
  useEffect(() => {
    askPeriod().then(
      (period) => {
        if (!period?.fechada) return;
        const { ate } = period;
        setUntil({ ate: ate ?? '', words: ate ? offer.closed.until(dayInFull(ate)) : '' });
      },
      () => {}, // the form says so too
    );
  }, []);
  return until;
}

/** As domain/period.ts reads it on the page of the form. */
type Answer = { fechada: boolean; ate: string | null } | null;

/** As our server says it in /config.json; where it does not, as on Supabase, the back end is asked. */
async function askPeriod(): Promise<Answer> {
  const { periodo, supabaseUrl, supabaseKey } = await json('/config.json');
  if (periodo !== undefined) return periodo;
  return (await json(`${supabaseUrl}/rest/v1/rpc/formulario`, { apikey: supabaseKey })).periodo;
}

const json = async (address: string, headers?: Record<string, string>) =>
  (await fetch(address, { headers })).json();
