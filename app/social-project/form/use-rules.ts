import { startTransition, useEffect, useState } from 'react';
import { DEFAULT_RULES, type Rules, readRules } from '../../../domain/enrolment/rules.ts';
import { publicSettings } from '../../api/public-settings.ts';

/** The form's settings; defaults until they are loaded. The database enforces them. */
export function useRules(): Rules {
  const [rules, setRules] = useState(DEFAULT_RULES);
  useEffect(() => {
    publicSettings().then(
      ({ regras }) => startTransition(() => setRules(readRules(regras))), // a transition: the whole form renders again
      () => {}, // ignored: sending fetches the configuration again and reports its error
    );
  }, []);
  return rules;
}
