import { startTransition, useEffect, useState } from 'react';
import { type Period, readPeriod } from '../../domain/period.ts';
import { formSettings } from '../api/form-settings.ts';
import { readCopy, readTabDraft } from './draft/draft-store.ts';

type Known = { period: Period | null; begun: boolean };

/** When the enrolment is closed, null until that is known and while it is open without an end; and whether a form was begun before. */
export function usePeriod(): Known {
  const [known, setKnown] = useState<Known>({ period: null, begun: false });
  useEffect(() => {
    const begun = (readTabDraft(Date.now()) ?? readCopy(Date.now())) !== null;
    formSettings().then(
      ({ periodo }) => startTransition(() => setKnown({ period: readPeriod(periodo), begun })),
      () => {}, // the database refuses by itself
    );
  }, []);
  return known;
}
