import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { correcting } from '../../../content/corrections.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { focusTitle } from '../controls/focus-target.ts';
import type { Undoable } from '../controls/unsaved.ts';
import { Overtaken } from './follow-up/History.tsx';
import { undoneName } from './state/open-enrolment.ts';
import { type Addressee, useMessages } from './state/use-messages.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import type { Tell } from './state/use-telling.ts';

type Props = {
  opened: OpenedEnrolment;
  /** Why there is no other enrolment. */
  walk: string;
  toTell: Addressee | null;
};

/**
 * Above the buttons, two at most: what was done last (announced politely), with whom to tell of it and the button that
 * undoes it; and what went wrong.
 */
export function DecisionMessages({ opened, walk, toTell }: Props) {
  const { last, said, undoing, undo, tell } = opened;
  const alerts = useRef<HTMLDivElement>(null);
  const wrong = wrongIn(opened);
  useInSight(alerts, Boolean(wrong));
  return (
    <div className="decision__messages stack gap-2" ref={alerts}>
      <div className="decision__said row small">
        <p role="status">{[!said.failed && said.text, walk].filter(Boolean).join(' ')}</p>
        {tell.telling && (
          <>
            <p className="decision__question" role="status">
              {words.didYouSend(undoneName(tell.telling.enrolment))}
            </p>
            {!tell.toTell && (
              <SecondaryButton onClick={() => void tell.answerSent(true)}>{words.sent}</SecondaryButton>
            )}
            <SecondaryButton onClick={() => void tell.answerSent(false)}>{words.notSent}</SecondaryButton>
          </>
        )}
        {toTell && <TellFamily toTell={toTell} tell={tell} variant="secondary" />}
        {last && <UndoLast last={last} undoing={undoing} undo={undo} />}
      </div>
      {wrong}
    </div>
  );
}

/** The one thing that matters most of what went wrong; null for nothing. */
function wrongIn(opened: OpenedEnrolment): ReactNode {
  const { draft, said, unanswered } = opened;
  const { problem, overtaken } = opened.screen;
  if (unanswered)
    return (
      <Alert title={words.noAnswer}>
        <p>{words.tryingAgain}</p>
      </Alert>
    );
  if (problem) return <Alert title={problem} />;
  if (overtaken)
    return (
      <Overtaken opened={opened}>
        {draft && <p>{words.wanted(situationInWords(draft.situation), (draft.reason ?? '').trim())}</p>}
        <p>{openEnrolment.changedHint}</p>
      </Overtaken>
    );
  return said.failed ? <Alert title={said.text} /> : null;
}

type UndoLastProps = { last: Undoable; undoing: boolean; undo: () => Promise<void> };

/** Takes back what was done last. When the button goes, the title takes the focus that was on it, and no other. */
function UndoLast({ last, undoing, undo }: UndoLastProps) {
  const id = useId();
  const pressed = useRef(false); // disabled meanwhile, it has no focus

  useLayoutEffect(
    () => () => {
      if (pressed.current || document.activeElement?.id === id) queueMicrotask(focusTitle);
    },
    [id],
  );

  async function onClick() {
    pressed.current = true;
    await undo();
    pressed.current = false;
  }

  const name = undoneName(last.enrolment);
  return (
    <SecondaryButton id={id} busyText={undoing && words.undoing} onClick={onClick}>
      {last.isCorrection ? correcting.undo(name) : words.undo(name, situationInWords(last.situation))}
    </SecondaryButton>
  );
}

type TellProps = { toTell: Addressee; tell: Tell; variant: 'primary' | 'secondary' };

/** Opens the message to the family of what was decided or answered last; whether it was sent is asked. Source: docs/ux.md §8.5. */
export const TellFamily = (props: TellProps) => <Message key={props.toTell.enrolment.id} {...props} />;

function Message({ toTell, tell, variant }: TellProps) {
  const { letters, isPending, addLink } = useMessages([toTell], { just: true });
  const { id } = toTell.enrolment;
  const name = undoneName(toTell.enrolment);
  const first = letters[0]?.messages[0];
  if (!first || isPending) return null;
  if (first.carriesLink && !letters[0]?.hasLink)
    return (
      <Button variant={variant} onClick={() => tell.store(id, addLink(id))}>
        {words.tellWithLink(name)}
      </Button>
    );
  return (
    <ChatLink
      className={`button button--${variant}`}
      href={first.link}
      onClick={() => tell.open({ ...toTell, model: first.model, to: first.to })}
    >
      {(tell.telling ? words.tellNext : words.tell)(name)}
      <span className="vh"> (abre em outra página)</span>
    </ChatLink>
  );
}

/** In a low window the foot scrolls away. */
function useInSight(element: RefObject<HTMLElement | null>, wanted: boolean) {
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [element, wanted]);
}
