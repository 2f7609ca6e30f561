import { startTransition, useEffect, useState } from 'react';
import { DEFAULT_RULES, readRules } from '../../domain/enrolment/rules.ts';
import { type Period, readPeriod } from '../../domain/period.ts';
import { placesInWords } from '../../domain/places.ts';
import { formSettings } from '../api/form-settings.ts';
import { readCopy, readTabDraft } from './draft/draft-store.ts';

/**
 * `guardianDays`: after so many without the guardian's telephone an enrolment is erased; null: never.
 * `places`: a line for each class that tells of its places; '' while that is not known, for none, and while the enrolment is closed.
 */
type Known = { period: Period | null; begun: boolean; guardianDays: number | null; places: string };

/** What the page says by the settings: when the enrolment is closed, null until that is known and while it is open without an end; whether a form was begun before; and which places are left. */
export function usePeriod(): Known {
  const [known, setKnown] = useState<Known>({
    period: null,
    begun: false,
    guardianDays: DEFAULT_RULES.diasSemResponsavel,
    places: '',
  });
  useEffect(() => {
    const begun = (readTabDraft(Date.now()) ?? readCopy(Date.now())) !== null;
    formSettings().then(
      ({ periodo, regras, vagas }) => {
        const period = readPeriod(periodo);
        const guardianDays = readRules(regras).diasSemResponsavel;
        const places = period?.closed ? '' : placesInWords(vagas);
        startTransition(() => setKnown({ period, begun, guardianDays, places }));
      },
      () => {}, // the database refuses by itself
    );
  }, []);
  return known;
}
