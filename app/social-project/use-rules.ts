import { startTransition, useEffect, useState } from 'react';
import { DEFAULT_RULES, type Rules, readRules } from '../../domain/rules.ts';
import { configuration } from '../api/client.ts';

/** The switches of this home; the defaults until they are known, and where nobody tells. The database has the last word. */
export function useRules(): Rules {
  const [rules, setRules] = useState(DEFAULT_RULES);
  useEffect(() => {
    configuration().then(
      ({ regras }) => startTransition(() => setRules(readRules(regras))), // the whole form is drawn again: in slices
      () => {}, // asked again when the form is sent, which tells what is wrong
    );
  }, []);
  return rules;
}
