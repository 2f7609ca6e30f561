import { brand } from '../../../content/brand.ts';
import { nextSteps } from '../../../content/next-steps.ts';
import { chatLink, ownChatLink } from '../../../domain/contact.ts';
import { type GuardianAnswer, guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import { ChatLink } from '../../ui/ChatLink.tsx';

const words = nextSteps.guardian;

type Props = {
  lacks: readonly GuardianAnswer[];
  /** Formatted: 0000-0000. */
  protocol: string;
  /** The sentence that says until which day the telephone may come; `''` when nothing is erased without it. */
  until: string;
};

/** For an enrolment of somebody under 18 without a guardian's data: what is missing, and how to send it. Source: docs/ux.md §4.5. */
export function MissingGuardian({ lacks, protocol, until }: Props) {
  const chat = chatLink(brand.phone, words.message(protocol));
  return (
    <div className="notice notice--warning confirmation__missing">
      <p>
        <strong>{words.title}</strong>
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
            href={ownChatLink(words.invitation(protocol, until, chat))}
          >
            {words.forward}
          </ChatLink>
          <ChatLink className="part__help" href={chat}>
            {words.own}
          </ChatLink>
        </p>
      )}
    </div>
  );
}
