import { deciding as words } from '../../../content/deciding.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import type { FollowUp } from '../api/follow-up.ts';
import { calledName, once } from './state/open-enrolment.ts';
import { useMessages } from './state/use-messages.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = {
  opened: OpenedEnrolment;
  followUp: FollowUp;
  /** Whether telling it is what comes next. */
  isMain: boolean;
  /** Undefined on the last. */
  onNext: (() => void) | undefined;
};

/** Opens the message to the family of what was decided or answered, and asks in the same place whether it was sent. Source: docs/ux.md §8.5. */
export function TellFamily({ opened, followUp, isMain, onNext }: Props) {
  const { enrolment, screen, show, change, answerSent } = opened;
  const answered = enrolment.toNotify ? null : followUp.answered; // the decision comes first
  const people = [{ enrolment, followUp, answered }];
  const { letters, isPending, failed, addLink } = useMessages(people, { just: true });
  const name = calledName(enrolment);
  const first = letters[0]?.messages[0];
  const variant = isMain ? 'primary' : 'secondary';
  const { message } = screen;
  const goesOn = isMain && !(enrolment.toNotify && followUp.answered) && onNext; // not while something else is to be told
  if (message)
    return (
      <>
        <SecondaryButton disabled={message.sent} onClick={once(() => answerSent(message, false))}>
          {words.notSent}
        </SecondaryButton>
        <Button
          variant={variant}
          disabled={message.sent}
          onClick={once(() => {
            answerSent(message, true);
            if (goesOn) goesOn();
          })}
        >
          {goesOn ? words.sentAndNext : words.sent}
        </Button>
      </>
    );
  if (failed)
    return (
      <>
        <span className="small" role="alert">
          {words.notRead}
        </span>
        <Button
          variant={variant}
          busyText={failed.isFetching && words.reading}
          onClick={() => failed.refetch()}
        >
          {words.readAgain}
        </Button>
      </>
    );
  if (!first || isPending) return null;
  if (first.carriesLink && !letters[0]?.hasLink)
    return (
      <Button variant={variant} onClick={once(() => void change(() => addLink(enrolment.id)))}>
        {words.tellWithLink(name)}
      </Button>
    );
  return (
    <ChatLink
      className={`button button--${variant}`}
      href={first.link}
      onClick={(event) => {
        if (event.detail > 1) return event.preventDefault(); // the second press was meant for what stood here before
        const said = { title: words.didYouSend(name), tone: 'info' } as const;
        show({ message: { model: first.model, to: first.to }, said });
      }}
    >
      {words.tell(name)}
      <span className="vh"> (abre em outra página)</span>
    </ChatLink>
  );
}
