import { answerSteps as words } from '../../../content/answer-steps.ts';
import { brand } from '../../../content/brand.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import './answer-steps.css';

type Props = {
  /** When the enrolment arrived, as ISO text; null where it is not known. */
  arrived: string | null;
  isAnswered: boolean;
};

/** Received, being read and until which day, answered: one line. A day that is over is not said. Source: docs/ux.md §6.2. */
export function AnswerSteps({ arrived, isAnswered }: Props) {
  const until = arrived && laterDay(todayInBrazil(new Date(arrived)), brand.answerDays);
  const isAhead = !isAnswered && until !== null && until >= todayInBrazil();
  const at = isAnswered ? 3 : 1;
  return (
    <ol className="answer-steps" aria-label={words.title}>
      {[
        words.received,
        isAhead ? words.readingUntil(writtenDay(until).slice(0, 5)) : words.reading,
        words.answer,
      ].map((step, index) => (
        <li
          className={index < at ? 'answer-steps__done' : undefined}
          aria-current={index === Math.min(at, 2) ? 'step' : undefined}
          key={step}
        >
          {step}
          {index < at && <span className="vh">{` ${words.done}`}</span>}
        </li>
      ))}
    </ol>
  );
}
