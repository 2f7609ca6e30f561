import { FIELDS } from '../../domain/enrolment-fields.ts';
import { newSubmission, type Submission } from './submit-enrolment.ts';

/** A form begun: its text answers by the name of their control, and what is known of sending it. Source: ux.md §5. */
export type Draft = {
  version: typeof VERSION;
  /** When it was written, in milliseconds of the device's clock. */
  at: number;
  answers: Record<string, string>;
  /** Whether a document was chosen; it is never kept itself. */
  hadFile: boolean;
  submission: Submission;
};

/** Grows when what a draft holds changes its meaning; older ones are dropped. */
const VERSION = 1;

export const HOUR_MS = 3_600_000;
/** How long a copy outside the tab lives: a rescue copy, and one that somebody asked for. */
export const RESCUE_MS = 2 * HOUR_MS;
export const KEEP_MS = 72 * HOUR_MS;

/** What never leaves the tab: documents of identity, income, health. */
const PRIVATE: ReadonlySet<string> = new Set([
  'cpf',
  'rg',
  'orgaoExpedidor',
  'rendaFamiliar',
  'peso',
  'altura',
  'condicaoMedica',
  'condicaoMedicaDetalhes',
]);
const SHAREABLE = FIELDS.map(({ name }) => name as string).filter((name) => !PRIVATE.has(name));

export function newDraft(
  answers: Draft['answers'],
  hadFile: boolean,
  submission: Submission,
  at: number,
): Draft {
  return { version: VERSION, at, answers, hadFile, submission };
}

/** The part of a draft that may be kept where the next person at this phone could find it. */
export function copyOf({ answers, submission, ...draft }: Draft): Draft {
  const kept = SHAREABLE.flatMap((name) => (answers[name] ? [[name, answers[name]]] : []));
  return {
    ...draft,
    answers: Object.fromEntries(kept),
    submission: { ...newSubmission(), id: submission.id },
  };
}

export const isBlank = ({ answers, hadFile }: Draft): boolean =>
  !hadFile && Object.values(answers).every((answer) => answer.trim() === '');

/** A draft as it was kept; null for a broken, an older and an expired one. A clock that was set back expires nothing. */
export function readDraft(text: string | null, now: number, lifetimeMs: number): Draft | null {
  try {
    const draft = JSON.parse(text ?? '') as Draft;
    const { version, at, answers, submission } = draft;
    const sound =
      version === VERSION &&
      typeof at === 'number' &&
      now - at < lifetimeMs &&
      Object.values(answers).every((answer) => typeof answer === 'string') &&
      /^[0-9a-f-]{36}$/.test(submission.id) &&
      Array.isArray(submission.tried);
    return sound ? draft : null;
  } catch {
    return null;
  }
}
