import { useMemo } from 'react';
import { readRules } from '../../domain/enrolment/rules.ts';
import { readPeriod } from '../../domain/period.ts';
import { placesInWords } from '../../domain/places.ts';
import { usePublicSettings } from '../api/public-settings.ts';
import { readCopy, readTabDraft } from './draft/draft-store.ts';

/**
 * What the page shows of the settings. `period`: null until it is loaded, and while the enrolment is open without an
 * end; `begun`: a form was begun in this browser before; `guardianDays`: days after which an enrolment without the
 * guardian's telephone is erased, null for never; `places`: the sentence about places that are left, '' for none and
 * while the enrolment is closed, null until it is loaded.
 */
export function usePeriod() {
  const given = usePublicSettings();
  return useMemo(() => {
    const period = readPeriod(given?.periodo);
    return {
      period,
      begun: given !== null && (readTabDraft(Date.now()) ?? readCopy(Date.now())) !== null,
      guardianDays: readRules(given?.regras).diasSemResponsavel,
      places: given && (period?.closed ? '' : placesInWords(given.vagas)),
    };
  }, [given]);
}
