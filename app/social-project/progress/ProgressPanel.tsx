import { project } from '../../../content/social-project.ts';
import type { Progress } from '../../../domain/enrolment/progress.ts';
import { useReady } from '../../ui/use-ready.ts';
import look from './belt.css?url'; // not in the page: nothing of it is drawn before the scripts are there
import './progress.css';

/**
 * The progress in the form, always in view: a belt that changes its colour, and how many answers are good; the
 * hidden text says the same. Below the header on narrow screens, beside the form on wide ones.
 * Source: docs/ux.md §4.3.
 */
export function ProgressPanel({ progress: { good, total, belt } }: { progress: Progress }) {
  const ready = useReady();
  return (
    <div className="progress no-print">
      {ready && (
        <>
          <link rel="stylesheet" href={look} precedence="belt" />
          <div className={`belt belt--${belt}`}>
            <progress className="belt__cloth" aria-labelledby="faixa" max={total} value={good} />
            <span className="belt__count" aria-hidden="true">
              {project.belt.count(good, total)}
            </span>
            <p className="belt__words vh" id="faixa">
              {project.belt.words(belt, good, total)}
            </p>
            <p className="vh" aria-live="polite">
              {good > 0 && project.belt.reached(belt)}
            </p>
          </div>
        </>
      )}
    </div>
  );
}
