import { missingConsent } from '../../../content/messages.ts';
import { project } from '../../../content/social-project.ts';
import { FieldProblem } from '../../ui/FieldProblem.tsx';

/** The consent checkboxes, where the settings require them. Source: docs/ux.md §4.8. */
export function ConsentBoxes({ missing }: { missing: boolean }) {
  return (
    <div className={`field choices${missing ? ' field--problem' : ''}`}>
      {project.declaration.boxes.map(([name, text]) => (
        <label className="choice" key={name}>
          <input
            type="checkbox"
            id={name}
            name={name}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? 'autorizacao-erro' : undefined}
          />
          <span className="choice__text">{text}</span>
        </label>
      ))}
      <FieldProblem id="autorizacao-erro">{missing ? missingConsent : undefined}</FieldProblem>
    </div>
  );
}
