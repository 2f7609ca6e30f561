import { startTransition, useEffect, useState } from 'react';
import { DEFAULT_RULES, readRules } from '../../domain/enrolment/rules.ts';
import { type Period, readPeriod } from '../../domain/period.ts';
import { formSettings } from '../api/form-settings.ts';
import { readCopy, readTabDraft } from './draft/draft-store.ts';

/** `guardianDays`: after so many without the guardian's telephone an enrolment is erased; null: never. */
type Known = { period: Period | null; begun: boolean; guardianDays: number | null };

/** What the page says by the settings: when the enrolment is closed, null until that is known and while it is open without an end; and whether a form was begun before. */
export function usePeriod(): Known {
  const [known, setKnown] = useState<Known>({
    period: null,
    begun: false,
    guardianDays: DEFAULT_RULES.diasSemResponsavel,
  });
  useEffect(() => {
    const begun = (readTabDraft(Date.now()) ?? readCopy(Date.now())) !== null;
    formSettings().then(
      ({ periodo, regras }) =>
        startTransition(() =>
          setKnown({
            period: readPeriod(periodo),
            begun,
            guardianDays: readRules(regras).diasSemResponsavel,
          }),
        ),
      () => {}, // the database refuses by itself
    );
  }, []);
  return known;
}
