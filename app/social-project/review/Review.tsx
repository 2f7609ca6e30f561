import { type RefObject, useState } from 'react';
import { project } from '../../../content/social-project.ts';
import type { Enrolment } from '../../../domain/enrolment/enrolment.ts';
import { answersOf } from '../parts/answers.ts';
import { showPart } from '../parts/show-part.ts';
import type { ReviewedAnswers } from './ReviewedAnswers.tsx';

type Loaded = { answers: Enrolment; Answers: typeof ReviewedAnswers } | 'failed' | null;

/** The answers as the desk will see them, read when the fold is opened, when its script is loaded too. Source: docs/ux.md §4.9. */
export function Review({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [loaded, setLoaded] = useState<Loaded>(null);

  async function load(open: boolean) {
    if (!open || !form.current) return setLoaded(null);
    const answers = answersOf(form.current);
    try {
      const { ReviewedAnswers } = await import('./ReviewedAnswers.tsx');
      setLoaded({ answers, Answers: ReviewedAnswers });
    } catch {
      setLoaded('failed');
    }
  }

  return (
    <details className="fold" onToggle={({ currentTarget }) => void load(currentTarget.open)}>
      <summary>{project.review.title}</summary>
      <div role="status">{loaded === 'failed' && <p>{project.review.failed}</p>}</div>
      {loaded && loaded !== 'failed' && (
        <loaded.Answers answers={loaded.answers} onChange={(part) => showPart(form.current, part + 1)} />
      )}
    </details>
  );
}
