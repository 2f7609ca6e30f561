import { useCallback, useState } from 'react';
import { missingConsent } from '../../../content/messages.ts';
import { project } from '../../../content/social-project.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/**
 * The two consent checkboxes, where the settings require them. `check` returns whether
 * the form may be sent, and focuses the first unchecked box. Source: docs/ux.md §4.8.
 */
export function useConsent({ consentimento }: Rules) {
  const [missing, setMissing] = useState(false);
  const boxes = consentimento === 'caixa';
  const check = useCallback(
    (form: HTMLFormElement) => {
      const box = boxes ? form.querySelector<HTMLInputElement>('[name^=autoriza]:not(:checked)') : null;
      setMissing(box !== null);
      if (!box) return true;
      showToast({ title: missingConsent, tone: 'error' });
      box.focus();
      return false;
    },
    [boxes],
  );
  return { boxes, missing, check };
}

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
