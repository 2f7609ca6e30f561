import { brand } from '../../../content/brand.ts';
import { ownData as words } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import { momentAhead } from '../../../domain/spoken-moment.ts';
import { failureText } from '../sending/failure-text.ts';
import type { Opened } from './own-data.ts';
import { TooManyAttempts } from './situation-api.ts';

/** Why nothing opened, in words. */
export function refusalOf({ answer, triesLeft, closedUntil }: Opened): string {
  if (closedUntil) return words.closed(momentAhead(new Date(closedUntil), new Date()));
  if (triesLeft !== null) return words.wrong(triesLeft);
  return answer ? words.notThisLink : situation.nobody;
}

/** What went wrong with a call, in words. */
export const problemOf = (error: unknown): string =>
  error instanceof TooManyAttempts
    ? situation.tooMany(momentAhead(new Date(error.until), new Date()), phoneInWords(brand.phone))
    : failureText(error);
