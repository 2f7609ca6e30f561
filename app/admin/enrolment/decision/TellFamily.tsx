import { useQuery } from '@tanstack/react-query';
import { deciding as words } from '../../../../content/deciding.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { preparedMessages } from '../../../../domain/desk/family-message.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { type MadeLink, ownMessagesQuery } from '../../api/decisions.ts';
import { useRetentionDates } from '../../retention/RetentionNotice.tsx';
import { undoneName } from '../state/open-enrolment.ts';
import { useStateOf } from '../state/use-state-of.ts';
import type { Tell, ToTell } from '../state/use-telling.ts';

/** Beside what was decided or answered last: opens the message to the family, and asks whether it was sent. Source: docs/ux.md §8.5. */
export function TellFamily({ tell }: { tell: Tell }) {
  const { toTell, telling } = tell;
  return (
    <>
      {telling && (
        <>
          <p className="decision__question" role="status">
            {words.didYouSend(undoneName(telling.enrolment))}
          </p>
          {!toTell && (
            <SecondaryButton onClick={() => void tell.answerSent(true)}>{words.sent}</SecondaryButton>
          )}
          <SecondaryButton onClick={() => void tell.answerSent(false)}>{words.notSent}</SecondaryButton>
        </>
      )}
      {toTell && <Message key={toTell.enrolment.id} toTell={toTell} tell={tell} isNext={telling !== null} />}
    </>
  );
}

function Message({ toTell, tell, isNext }: { toTell: ToTell; tell: Tell; isNext: boolean }) {
  const { enrolment, followUp, answered } = toTell;
  const own = useQuery(ownMessagesQuery);
  const time = useRetentionDates([enrolment.id]).get(enrolment.id);
  const [made, setMade] = useStateOf<MadeLink | null>(enrolment.id, null);
  const name = undoneName(enrolment);
  const [first] = preparedMessages(enrolment, {
    ...followUp,
    confirmed: followUp.criteria.responsavel,
    guardianUntil: time?.guardianUntil ?? '',
    eraseOn: null,
    link: made && { address: location.origin + situationPath(made.code), until: made.until },
    today: todayInBrazil(),
    answered,
    own: own.data ?? {},
  });
  if (!first || own.isPending) return null;
  if (first.carriesLink && !made)
    return (
      <SecondaryButton onClick={async () => setMade(await tell.linkFor(toTell), enrolment.id)}>
        {words.tellWithLink(name)}
      </SecondaryButton>
    );
  return (
    <ChatLink
      className="button button--secondary"
      href={first.link}
      onClick={() => tell.open({ ...toTell, model: first.model, to: first.to })}
    >
      {(isNext ? words.tellNext : words.tell)(name)}
      <span className="vh"> (abre em outra página)</span>
    </ChatLink>
  );
}
