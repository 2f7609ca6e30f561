import { project } from '../../../content/social-project.ts';
import type { Progress } from '../../../domain/enrolment/progress.ts';

/** The progress bar, a belt that changes its colour; the text says the same. */
export function Belt({ good, total, belt }: Progress) {
  return (
    <div className={`belt belt--${belt}`}>
      <progress className="belt__cloth" aria-labelledby="faixa" max={total} value={good} />
      <p className="belt__words" id="faixa">
        {project.belt.words(belt, good, total)}
      </p>
      <p className="vh" aria-live="polite">
        {good > 0 && project.belt.reached(belt)}
      </p>
    </div>
  );
}
