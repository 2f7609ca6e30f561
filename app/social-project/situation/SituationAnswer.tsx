import { type ReactNode, useEffect, useRef } from 'react';
import { situation } from '../../../content/situation.ts';
import { brazilianDay, writtenDay } from '../../../domain/dates.ts';
import type { Answer } from './ask.ts';

/** The situation in plain words, since when, and what to do; the heading takes the focus. `children`: what can be done here. */
export function SituationAnswer({ answer, children }: { answer: Answer; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => heading.current?.focus(), [answer]);
  const words = situation.each[answer.situation];

  return (
    <section
      className={`notice situation__answer${TONES[answer.situation] ?? ''}`}
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
      <p>{words.next}</p>
      {children}
    </section>
  );
}

/** A tone where the family should act or may be glad; the words say it too. */
const TONES: Partial<Record<Answer['situation'], string>> = {
  'falta-documento': ' notice--warning',
  aprovada: ' notice--success',
};
