import { project } from '../../content/social-project.ts';
import type { Progress } from '../../domain/progress.ts';

/** The belt that fills with good answers, and changes its colour as it does. Words say the same. */
export function Belt({ good, total, belt }: Progress) {
  return (
    <div className={`belt--${belt}`}>
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
