import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { compareWith } from '../../api/decisions.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { Pair } from './Pair.tsx';

type Props = Followed & {
  /** Grows each time somebody asks for the comparison, which opens the other's sheet and is noted; 0: nobody did. */
  comparing: number;
  onCompare: () => void;
};

/** Enrolments that may be of the same person, one at a time beside this one; siblings share phone and address. Source: docs/ux.md §8.5. */
export function Duplicates({ enrolment, state, busy, change, comparing, onCompare }: Props) {
  const [result, setResult] = useState('');
  const [wanted, setWanted] = useState(0);
  const line = useRef<HTMLParagraphElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { similar } = state;
  const at = Math.min(wanted, similar.length - 1);
  const other = similar[at];

  useEffect(() => {
    if (comparing > 0) title.current?.focus();
  }, [comparing]);

  /** The pair and its buttons disappear: the focus moves to the line that says what was recorded. */
  async function decide(id: string, same: boolean) {
    setResult('');
    const before = state.history.length;
    const now = await change(() => compareWith(enrolment.id, id, same));
    if (now === null) return;
    const recorded = now.history
      .slice(0, now.history.length - before)
      .some(({ action }) => action === 'repetida');
    const words = same ? openEnrolment.repeatNotice : openEnrolment.recordedDifferent;
    flushSync(() => setResult(recorded ? words : openEnrolment.otherMissing));
    line.current?.focus();
  }

  const step = (to: number, sign: string, words: string) => (
    <SecondaryButton disabled={!similar[to]} onClick={() => setWanted(to)}>
      <span aria-hidden="true">{sign}</span>
      <span className="vh">{words}</span>
    </SecondaryButton>
  );
  const judge = (id: string, same: boolean, words: string) => (
    <SecondaryButton disabled={busy} onClick={() => decide(id, same)}>
      {words}
    </SecondaryButton>
  );

  if (!other && !state.repeatedOf && !result) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <div className="duplicate__head row gap-2">
        <h3 className="subtitle" tabIndex={-1} ref={title}>
          {openEnrolment.duplicates}
        </h3>
        {comparing > 0 && similar.length > 1 && (
          <>
            {step(at - 1, '‹', openEnrolment.pairBefore)}
            <p className="unbroken" role="status">
              {openEnrolment.pair(at + 1, similar.length)}
            </p>
            {step(at + 1, '›', openEnrolment.pairAfter)}
          </>
        )}
      </div>
      {result && (
        <p className="notice notice--info" tabIndex={-1} ref={line}>
          {result}
        </p>
      )}
      {state.repeatedOf && result !== openEnrolment.repeatNotice && (
        <p className="notice notice--warning">{openEnrolment.repeatNotice}</p>
      )}
      {other && comparing === 0 && (
        <div className="row gap-3">
          <SecondaryButton onClick={onCompare}>{openEnrolment.comparePairs(similar.length)}</SecondaryButton>
        </div>
      )}
      {other && comparing > 0 && (
        <article className="duplicate panel stack gap-3" aria-labelledby={`igual-${other.id}`}>
          <p className="doubtful strong" id={`igual-${other.id}`}>
            {other.sameIn.map((likeness) => openEnrolment.sameIn[likeness]).join(' · ')}
          </p>
          <Pair one={enrolment} other={other.id} situations={[state.situation, other.situation]} />
          <div className="row gap-3">
            {judge(other.id, true, openEnrolment.markRepeated)}
            {judge(other.id, false, openEnrolment.differentPeople)}
          </div>
        </article>
      )}
    </section>
  );
}
