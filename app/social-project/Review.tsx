import { type RefObject, useState } from 'react';
import { project } from '../../content/social-project.ts';
import type { Enrolment } from '../../domain/enrolment.ts';
import { answersOf } from './answers.ts';
import type { ReviewedAnswers } from './ReviewedAnswers.tsx';

type Looked = { answers: Enrolment; Answers: typeof ReviewedAnswers } | 'failed' | null;

/** The answers as the desk will read them, looked at when the fold is opened. Its script comes then; without it the form stays as it is. Source: ux.md §4.9. */
export function Review({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [looked, setLooked] = useState<Looked>(null);

  async function look(open: boolean) {
    if (!open || !form.current) return setLooked(null);
    const answers = answersOf(form.current);
    try {
      const { ReviewedAnswers } = await import('./ReviewedAnswers.tsx');
      setLooked({ answers, Answers: ReviewedAnswers });
    } catch {
      setLooked('failed');
    }
  }

  function change(part: number) {
    const fieldset = form.current?.querySelectorAll<HTMLElement>('.part')[part];
    fieldset?.scrollIntoView();
    fieldset?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  }

  return (
    <details className="fold" onToggle={({ currentTarget }) => void look(currentTarget.open)}>
      <summary>{project.review.title}</summary>
      <div role="status">{looked === 'failed' && <p>{project.review.failed}</p>}</div>
      {looked && looked !== 'failed' && <looked.Answers answers={looked.answers} onChange={change} />}
    </details>
  );
}
