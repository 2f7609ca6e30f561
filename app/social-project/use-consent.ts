import { useCallback, useState } from 'react';
import { missingConsent } from '../../content/messages.ts';
import type { Rules } from '../../domain/rules.ts';
import { showToast } from '../ui/toast.ts';

/**
 * The two tick-boxes, where the house asks for them. `agreed` says whether a
 * form may be sent, and leads to the first box that is not ticked. Source:
 * ux.md §4.8.
 */
export function useConsent({ consentimento }: Rules) {
  const [missing, setMissing] = useState(false);
  const boxes = consentimento === 'caixa';
  const agreed = useCallback(
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
  return { boxes, missing, agreed };
}
