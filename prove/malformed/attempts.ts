import type fc from 'fast-check';
import type { Attempt, Family, Setting } from './attempt.ts';
import { authAttempts } from './auth.ts';
import { rawAttempts } from './raw.ts';
import { restAttempts } from './rest.ts';
import { storageAttempts } from './storage.ts';

/** The malformed requests of one family, for a running server. */
export function attemptsOf(family: Family, setting: Setting): fc.Arbitrary<Attempt> {
  if (family === 'raw' || family === 'held') return rawAttempts(family, setting);
  return { rest: restAttempts, auth: authAttempts, storage: storageAttempts }[family](setting);
}
