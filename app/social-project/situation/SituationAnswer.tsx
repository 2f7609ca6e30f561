import { type ReactNode, useEffect, useRef } from 'react';
import { situation } from '../../../content/situation.ts';
import { brazilianDay, writtenDay } from '../../../domain/dates.ts';
import { guardianDeadline } from '../../../domain/enrolment/guardian.ts';
import { guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import type { Answer } from './ask.ts';

/** The situation in plain words, since when, and what to do; the heading takes the focus. `children`: what can be done here. */
export function SituationAnswer({ answer, children }: { answer: Answer; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => heading.current?.focus(), [answer]);
  const words = situation.each[answer.situation];
  const waits = answer.situation === 'nova' || answer.situation === 'em-analise';

  return (
    <section
      className={`notice situation__answer${answer.until === '' ? (TONES[answer.situation] ?? '') : ' notice--warning'}`}
      aria-labelledby="situacao"
    >
      <h2 className="situation__title" id="situacao" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {answer.class && <p>{situation.class(answer.class)}</p>}
      {answer.firstDay && <p>{situation.firstDay(writtenDay(answer.firstDay))}</p>}
      <p className="field__hint">{situation.since(brazilianDay(answer.since))}</p>
      <h3 className="situation__do">{situation.doNow}</h3>
      {answer.until === '' ? (
        <p>{waits && answer.requests === null ? situation.byPair : words.next}</p>
      ) : (
        <>
          {!waits && <p>{words.next}</p>}
          <p>{guardianLackText(answer.lacks)}</p>
          <p>
            <strong>{guardianDeadline(answer.until)}</strong>{' '}
            {!answer.requests?.includes('telefone') && situation.sendGuardian}
          </p>
        </>
      )}
      {children}
    </section>
  );
}

/** A tone where the family should act or may be glad; the words say it too. */
const TONES: Partial<Record<Answer['situation'], string>> = {
  'falta-documento': ' notice--warning',
  aprovada: ' notice--success',
};
