import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { correcting } from '../../../../content/corrections.ts';
import { deciding as words } from '../../../../content/deciding.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { situationInWords } from '../../../../domain/desk/situations.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { focusTitle } from '../../controls/focus-target.ts';
import type { Undoable } from '../../controls/unsaved.ts';
import { LastChange } from '../follow-up/History.tsx';
import { undoneName } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { TellFamily } from './TellFamily.tsx';

/**
 * Above the buttons: what was done last (`said`, announced politely), the button that undoes it, and what
 * went wrong.
 */
export function DecisionMessages({ opened, said }: { opened: OpenedEnrolment; said: string }) {
  const { followUp, draft, last, undoing, unanswered, undo } = opened;
  const { problem, overtaken } = opened.screen;
  const alerts = useRef<HTMLDivElement>(null);
  useInSight(alerts, Boolean(problem || overtaken || unanswered));
  const changes = followUp.data?.history ?? [];
  return (
    <div className="decision__messages stack gap-2" ref={alerts}>
      <div className="decision__said row small">
        <p role="status">{said}</p>
        <TellFamily tell={opened.tell} />
        {last && <UndoLast last={last} undoing={undoing} undo={undo} />}
      </div>
      {unanswered && (
        <Alert title={words.noAnswer}>
          <p>{words.tryingAgain}</p>
        </Alert>
      )}
      {opened.said.failed && <Alert title={opened.said.text} />}
      {problem && !unanswered && <Alert title={problem} />}
      {overtaken && (
        <Alert title={openEnrolment.changedMeanwhile}>
          <LastChange changes={changes} />
          {draft && <p>{words.wanted(situationInWords(draft.situation), (draft.reason ?? '').trim())}</p>}
          <p>{openEnrolment.changedHint}</p>
        </Alert>
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

/** In a low window the foot scrolls away. */
function useInSight(element: RefObject<HTMLElement | null>, wanted: boolean) {
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [element, wanted]);
}
