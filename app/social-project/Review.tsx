import { lazy, type RefObject, Suspense, useState } from 'react';
import { project } from '../../content/social-project.ts';
import type { Enrolment } from '../../domain/enrolment.ts';
import { answersOf } from './answers.ts';

const ReviewedAnswers = lazy(async () => ({
  default: (await import('./ReviewedAnswers.tsx')).ReviewedAnswers,
}));

/** The answers as the desk will read them, looked at when the fold is opened. Source: ux.md §4.9. */
export function Review({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [answers, setAnswers] = useState<Enrolment | null>(null);

  function change(part: number) {
    const fieldset = form.current?.querySelectorAll<HTMLElement>('.part')[part];
    fieldset?.scrollIntoView();
    fieldset?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  }

  return (
    <details
      className="fold"
      onToggle={({ currentTarget }) =>
        setAnswers(currentTarget.open && form.current ? answersOf(form.current) : null)
      }
    >
      <summary>{project.review.title}</summary>
      <Suspense>{answers && <ReviewedAnswers answers={answers} onChange={change} />}</Suspense>
    </details>
  );
}
