import { useEffect, useState } from 'react';
import { bulk } from '../../../../content/print-export.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { undoDecision } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type FollowUp, summaryOf } from '../../api/follow-up.ts';
import { type BulkOutcome, failedInWords, type Outcomes, useForEach } from './decide-all.ts';

/** How long the database allows an undo, and the least that it is offered for: clocks differ. */
const UNDO_MS = 60_000;
const LEAST_UNDO_MS = 5_000;

/** Until when a decision may be undone, in this computer's ms; `now`: when `undoUntil` arrived. */
const undoEnd = ({ undoUntil }: FollowUp, now: number): number =>
  now + Math.min(UNDO_MS, Math.max(LEAST_UNDO_MS, Date.parse(undoUntil ?? '') - now || 0));

type Props = {
  result: BulkOutcome;
  onTell: (rows: readonly ListedEnrolment[]) => void;
  onClose: () => void;
};

/**
 * The result of a bulk decision, with the names of those it was not stored for; a button to tell the families
 * and, for a minute, one to undo all.
 */
export function BulkResult({ result, onTell, onClose }: Props) {
  const { done, what, where, at } = result;
  const [undone, setUndone] = useState<Outcomes | null>(null);
  const [over, setOver] = useState(false);
  const { run, answered, unanswered, stop } = useForEach();
  const undoing = answered !== null;
  const now = done.map(({ enrolment, answer }) => ({ ...enrolment, ...summaryOf(answer) }));
  const toTell = now.filter(({ toNotify }) => toNotify);

  useEffect(() => {
    const ends = done.map(({ answer }) => undoEnd(answer, at));
    const timer = setTimeout(setOver, Math.max(0, Math.min(...ends) - Date.now()), true);
    return () => clearTimeout(timer);
  }, [done, at]);

  async function undo() {
    if (undoing) return;
    const undoes =
      ({ id, version }: ListedEnrolment) =>
      () =>
        undoDecision(id, version);
    setUndone(await run(now, undoes));
  }

  const said = undone
    ? words.undone(undone.done.length)
    : done.length > 0
      ? words.done[what](done.length, where)
      : words.noneDone;
  const problems = failedInWords((undone ?? result).failed);
  return (
    <section
      className="bulk-result floating dark-bar row between gap-2 break no-print"
      aria-label={bulk.label}
    >
      <div role="status">
        <p className="bold">{said}</p>
        {problems.length > 0 && (
          <>
            <p>{words.failedTitle((undone ?? result).failed.length)}</p>
            <ul className="bulk-result__failed">
              {problems.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
        {unanswered && <p>{words.noAnswer}</p>}
      </div>
      <div className="flow gap-2">
        {!undone && toTell.length > 0 && !undoing && (
          <Button onClick={() => onTell(toTell)}>{bulk.tellFamilies(toTell.length)}</Button>
        )}
        {!undone && done.length > 0 && (!over || undoing) && (
          <SecondaryButton
            busyText={undoing && words.undoing(answered + 1, done.length)}
            onClick={() => void undo()}
          >
            {words.undo}
          </SecondaryButton>
        )}
        {unanswered ? (
          <SecondaryButton onClick={stop}>{words.stop}</SecondaryButton>
        ) : (
          !undoing && <SecondaryButton onClick={onClose}>{words.close}</SecondaryButton>
        )}
      </div>
    </section>
  );
}
