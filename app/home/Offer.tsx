import { brand } from '../../content/brand.ts';
import { offer } from '../../content/home.ts';
import { chatLink } from '../../domain/contact.ts';
import { STATE_WORDS } from '../../domain/state-texts.ts';
import { SettingText } from '../api/SettingText.tsx';
import { ChatLink } from '../ui/ChatLink.tsx';

/**
 * The free project, with a link to its form. While the enrolment is closed, the dates come first and there is
 * no link. Source: SPEC §1; docs/ux.md §9.2.
 */
export function Offer() {
  const chat = chatLink(brand.phone, offer.chat.message);

  return (
    <div className="offer">
      <div className="offer__row actions page">
        <SettingText as="p" name="inscricoes" words={STATE_WORDS.inscricoes} />
        <div>
          <h2 className="offer__title">{offer.title}</h2>
          <ul className="offer__facts flow knots">
            {offer.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <a className="button button--primary" href="/projeto-social">
          {offer.button}
        </a>
        {chat && (
          <ChatLink className="offer__chat button button--secondary" href={chat}>
            {offer.chat.label}
          </ChatLink>
        )}
      </div>
    </div>
  );
}
