import { deciding as words } from '../../../content/deciding.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { calledName, once } from './state/open-enrolment.ts';
import { type Addressee, useMessages } from './state/use-messages.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = {
  toTell: Addressee;
  opened: OpenedEnrolment;
  /** Whether telling it is what comes next. */
  isMain: boolean;
  /** Null on the last. */
  onNext: (() => void) | null;
};

/** Opens the message to the family of what was decided or answered, and asks in the same place whether it was sent. Source: docs/ux.md §8.5. */
export function TellFamily({ toTell, opened, isMain, onNext }: Props) {
  const { screen, show, change, answerSent } = opened;
  const { letters, isPending, addLink } = useMessages([toTell], { just: true });
  const { id } = toTell.enrolment;
  const name = calledName(toTell.enrolment);
  const first = letters[0]?.messages[0];
  const variant = isMain ? 'primary' : 'secondary';
  const { message } = screen;
  if (message)
    return (
      <>
        <SecondaryButton disabled={message.sent} onClick={once(() => answerSent(message, false))}>
          {words.notSent}
        </SecondaryButton>
        {isMain && onNext && (
          <SecondaryButton disabled={message.sent} onClick={once(() => answerSent(message, true))}>
            {words.onlySent}
          </SecondaryButton>
        )}
        <Button
          variant={variant}
          disabled={message.sent}
          onClick={once(() => {
            answerSent(message, true);
            if (isMain) onNext?.();
          })}
        >
          {isMain && onNext ? words.sentAndNext : words.sent}
        </Button>
      </>
    );
  if (!first || isPending) return null;
  if (first.carriesLink && !letters[0]?.hasLink)
    return (
      <Button variant={variant} onClick={once(() => void change(() => addLink(id)))}>
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
