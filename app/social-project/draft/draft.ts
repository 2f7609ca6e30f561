import { FIELDS } from '../../../domain/enrolment/fields.ts';
import { isCopiedWithDraft } from '../../../domain/enrolment/privacy.ts';
import { uploadIdOf } from '../../../domain/personal-code.ts';
import type { Submission } from '../sending/submit-enrolment.ts';

/** A form in progress: its text answers by control name, and the state of sending it. Source: docs/ux.md §5. */
export type Draft = {
  version: typeof VERSION;
  /** When it was saved, in milliseconds of the device's clock. */
  at: number;
  answers: Record<string, string>;
  /** Whether a document was chosen; the file itself is never saved. */
  hadFile: boolean;
  submission: Submission;
};

/** Raised when the format changes; drafts of other versions are ignored. */
const VERSION = 1;

export const HOUR_MS = 3_600_000;
/** How long a copy outside the tab is valid, and a draft in it. */
export const RESCUE_MS = 2 * HOUR_MS;
export const TAB_MS = 72 * HOUR_MS;

/** Names of the answers that may leave the tab. */
const COPIED: readonly string[] = FIELDS.filter(isCopiedWithDraft).map(({ name }) => name);

export function newDraft(
  answers: Draft['answers'],
  hadFile: boolean,
  submission: Submission,
  at: number,
): Draft {
  return { version: VERSION, at, answers, hadFile, submission };
}

/** The part of a draft that may be saved where the next user of this device could find it. */
export function copyOf({ answers, submission, ...draft }: Draft): Draft {
  const copied = COPIED.flatMap((name) => (answers[name] ? [[name, answers[name]]] : []));
  return {
    ...draft,
    answers: Object.fromEntries(copied),
    // `tried` distinguishes a new photo from one that may have been stored
    submission: { ...submission, stored: null, pending: null },
  };
}

export const isBlank = ({ answers, hadFile }: Draft): boolean =>
  !hadFile && Object.values(answers).every((answer) => answer.trim() === '');

/** Parses a saved draft; null for a broken, outdated or expired one. A clock that was set back expires nothing. */
export function parseDraft(text: string | null, now: number, lifetimeMs: number): Draft | null {
  try {
    const draft = JSON.parse(text ?? '') as Draft;
    const { version, at, answers, submission } = draft;
    const valid =
      version === VERSION &&
      typeof at === 'number' &&
      now - at < lifetimeMs &&
      Object.values(answers).every((answer) => typeof answer === 'string') &&
      uploadIdOf(submission.code) === submission.id &&
      Array.isArray(submission.tried) &&
      typeof submission.pending === 'object';
    return valid ? draft : null;
  } catch {
    return null;
  }
}
