import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import type { FollowUp } from '../api/follow-up.ts';
import { calledName } from './state/open-enrolment.ts';
import { useMessages } from './state/use-messages.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = {
  opened: OpenedEnrolment;
  followUp: FollowUp;
  /** Undefined on the last. */
  onNext: (() => void) | undefined;
};

/** Opens the message to the family of what was decided or answered, and asks in the same place whether it was sent; what could not be read is read in the dialog, where a link for the family is made, too. Source: docs/ux.md §8.5. */
export function TellFamily({ opened, followUp, onNext }: Props) {
  const { enrolment, toTell, screen, show, answerSent } = opened;
  const answered = enrolment.toNotify ? null : followUp.answered; // the decision comes first
  const { letters, isPending, failed } = useMessages([{ enrolment, followUp, answered }], { just: true });
  const name = toTell.map(calledName).join(' e ');
  const first = letters[0]?.messages[0];
  const { message } = screen;
  const goesOn = !(enrolment.toNotify && followUp.answered) && onNext; // not while something else is to be told
  if (message)
    return (
      <>
        <SecondaryButton disabled={message.sent} onClick={() => answerSent(message, false)}>
          {words.notSent}
        </SecondaryButton>
        <Button
          disabled={message.sent}
          onClick={() => {
            answerSent(message, true);
            if (goesOn) goesOn();
          }}
        >
          {goesOn ? words.sentAndNext : words.sent}
        </Button>
      </>
    );
  const asks = followUp.requests.some(({ kind }) => kind === 'telefone'); // which is asked about first, there
  if (failed || asks || toTell.length > 1 || first?.carriesLink)
    return (
      <Button onClick={() => show({ inner: 'messages' })}>
        {failed ? desk.notifyFamily : words.tell(name)}
      </Button>
    );
  if (!first || isPending) return null;
  return (
    <ChatLink
      className="button button--primary"
      href={first.link}
      onClick={() => {
        const said = { title: words.didYouSend(name), tone: 'info' } as const;
        show({ message: { model: first.model, to: first.to }, said });
      }}
    >
      {words.tell(name)}
      <span className="vh"> (abre em outra página)</span>
    </ChatLink>
  );
}
