import { startTransition, useEffect, useState } from 'react';
import { DEFAULT_RULES, readRules } from '../../domain/enrolment/rules.ts';
import { type Period, readPeriod } from '../../domain/period.ts';
import { placesInWords } from '../../domain/places.ts';
import { publicSettings } from '../api/public-settings.ts';
import { readCopy, readTabDraft } from './draft/draft-store.ts';

/**
 * `guardianDays`: days after which an enrolment without the guardian's telephone is erased; null: never.
 * `places`: the sentence about places that are left; '' for none and while the enrolment is closed, null until it
 * is loaded.
 */
type PeriodSettings = {
  period: Period | null;
  begun: boolean;
  guardianDays: number | null;
  places: string | null;
};

/**
 * What the page shows of the settings. `period`: null until it is loaded, and while the enrolment is open
 * without an end; `begun`: a form was begun in this browser before.
 */
export function usePeriod(): PeriodSettings {
  const [settings, setSettings] = useState<PeriodSettings>({
    period: null,
    begun: false,
    guardianDays: DEFAULT_RULES.diasSemResponsavel,
    places: null,
  });
  useEffect(() => {
    const begun = (readTabDraft(Date.now()) ?? readCopy(Date.now())) !== null;
    publicSettings().then(
      ({ periodo, regras, vagas }) => {
        const period = readPeriod(periodo);
        const guardianDays = readRules(regras).diasSemResponsavel;
        const places = period?.closed ? '' : placesInWords(vagas);
        startTransition(() => setSettings({ period, begun, guardianDays, places }));
      },
      () => {}, // the database refuses by itself
    );
  }, []);
  return settings;
}
