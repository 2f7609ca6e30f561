import { type RefObject, useEffect, useRef } from 'react';
import { desk, deciding as words } from '../../../content/desk.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { LastChange } from './History.tsx';
import type { DecisionState, Waiting } from './use-decision.ts';
import type { FollowUpState } from './use-follow-up.ts';
import { type UndoState, undoneName } from './use-undo.ts';

/** What was done last, the way back, and whatever went wrong: above the buttons, where it is seen. */
export function DecisionMessages({
  followUp: { state, problem, overtaken, deciding },
  decision,
  undo,
  said,
}: {
  followUp: FollowUpState;
  decision: DecisionState;
  undo: UndoState;
  /** Said politely. */
  said: string;
}) {
  const alerts = useRef<HTMLDivElement>(null);
  const waiting = decision.waiting ?? undo.waiting;
  useInSight(alerts, Boolean(problem || overtaken || waiting));
  const changes = state.data?.history ?? [];
  return (
    <div className="decision__messages" ref={alerts}>
      <div className="decision__said">
        <p role="status">{said}</p>
        {undo.last && (
          <Button variant="secondary" busyText={undo.busy && words.undoing} onClick={undo.undo}>
            {words.undo(undoneName(undo.last.enrolment), situationInWords(undo.last.situation))}
          </Button>
        )}
      </div>
      {waiting && <NoAnswer waiting={waiting} />}
      {undo.undone?.failed && <Alert title={undo.undone.text} />}
      {problem && !waiting && <Alert title={problem} />}
      {overtaken && (
        <Alert title={desk.changedMeanwhile}>
          <LastChange changes={changes} />
          {deciding && (
            <p>{words.wanted(situationInWords(deciding.situation), (deciding.reason ?? '').trim())}</p>
          )}
          <p>{desk.changedHint}</p>
        </Alert>
      )}
    </div>
  );
}

function NoAnswer({ waiting }: { waiting: Waiting }) {
  return (
    <Alert title={words.noAnswer}>
      <p>{words.tryingAgain}</p>
      <div className="decide__buttons decide__buttons--start">
        <Button variant="secondary" onClick={waiting.wake}>
          {words.tryNow}
        </Button>
        <Button variant="secondary" onClick={waiting.stop}>
          {words.stop}
        </Button>
      </div>
    </Alert>
  );
}

/** In a low window the foot scrolls away. */
function useInSight(element: RefObject<HTMLElement | null>, wanted: boolean) {
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [element, wanted]);
}
