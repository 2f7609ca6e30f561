import { useCallback, useState } from 'react';
import { missingConsent } from '../../../content/messages.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';
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
