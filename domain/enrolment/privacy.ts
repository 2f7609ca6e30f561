import type { Field } from './fields.ts';

// Where an answer may go, by what it reveals. Lists of fields are filtered with these, never written out.

type PrivacyOf = Pick<Field, 'privacy' | 'exportOnRequest'>;

/** Left out of a print without health and income. */
export function isHealthOrIncome({ privacy }: PrivacyOf): boolean {
  return privacy === 'health' || privacy === 'income';
}

/** Whether a copy of a draft may hold it where the next person at this device could find it. */
export function isCopiedWithDraft({ privacy }: PrivacyOf): boolean {
  return privacy === 'ordinary';
}

/** Whether a spreadsheet holds it only when asked for. Source: docs/ux.md §8.7. */
export function isExportedOnRequest({ privacy, exportOnRequest }: PrivacyOf): boolean {
  return privacy !== 'ordinary' || exportOnRequest === true;
}
