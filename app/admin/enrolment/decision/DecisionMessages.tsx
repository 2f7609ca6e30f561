import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { correcting } from '../../../../content/corrections.ts';
import { deciding as words } from '../../../../content/deciding.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { situationInWords } from '../../../../domain/desk/situations.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import type { MadeLink } from '../../api/decisions.ts';
import { focusTitle } from '../../controls/focus-target.ts';
import type { Undoable } from '../../controls/unsaved.ts';
import { useMessages } from '../follow-up/FamilyCalls.tsx';
import { Overtaken } from '../follow-up/History.tsx';
import { undoneName } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import type { Tell, ToTell } from '../state/use-telling.ts';

/**
 * Above the buttons: what was done last (announced politely), or in `walk` why there is no other enrolment; whom to
 * tell of it; the button that undoes it, and what went wrong.
 */
export function DecisionMessages({ opened, walk }: { opened: OpenedEnrolment; walk: string }) {
  const { draft, last, said, undoing, unanswered, undo } = opened;
  const { problem, overtaken } = opened.screen;
  const alerts = useRef<HTMLDivElement>(null);
  useInSight(alerts, Boolean(problem || overtaken || unanswered));
  return (
    <div className="decision__messages stack gap-2" ref={alerts}>
      <div className="decision__said row small">
        <p role="status">{[!said.failed && said.text, walk].filter(Boolean).join(' ')}</p>
        <TellFamily tell={opened.tell} />
        {last && <UndoLast last={last} undoing={undoing} undo={undo} />}
      </div>
      {unanswered && (
        <Alert title={words.noAnswer}>
          <p>{words.tryingAgain}</p>
        </Alert>
      )}
      {said.failed && <Alert title={said.text} />}
      {problem && !unanswered && <Alert title={problem} />}
      {overtaken && (
        <Overtaken opened={opened}>
          {draft && <p>{words.wanted(situationInWords(draft.situation), (draft.reason ?? '').trim())}</p>}
          <p>{openEnrolment.changedHint}</p>
        </Overtaken>
      )}
    </div>
  );
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

/** Opens the message to the family of what was decided or answered last, and asks whether it was sent. Source: docs/ux.md §8.5. */
function TellFamily({ tell }: { tell: Tell }) {
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
  const { enrolment, followUp } = toTell;
  const [made, setMade] = useState<MadeLink | null>(null);
  const { messages, isPending } = useMessages(enrolment, followUp, made, toTell);
  const name = undoneName(enrolment);
  const [first] = messages;
  if (!first || isPending) return null;
  if (first.carriesLink && !made)
    return (
      <SecondaryButton onClick={() => tell.addLink(toTell, setMade)}>
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

/** In a low window the foot scrolls away. */
function useInSight(element: RefObject<HTMLElement | null>, wanted: boolean) {
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [element, wanted]);
}
