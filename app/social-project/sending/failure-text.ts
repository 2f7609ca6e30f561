import {
  checkHighlightedFields,
  checkThisAnswer,
  failures,
  fileTooLarge,
  fileWrongKind,
  missingMedicalDetails,
  tryAgain,
} from '../../../content/messages.ts';
import type { Problem } from '../../../domain/enrolment/enrolment.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import { BackendError, STORAGE, TIMED_OUT } from '../../api/client.ts';
import { UNREADABLE } from './submit-enrolment.ts';

/**
 * The text of a failed attempt: the error's own message, or a sentence of ours without an
 * answer and for technical refusals. Source: SPEC §8; docs/ux.md §3.1, §8.9.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof BackendError)) return tryAgain;
  const { status, code, message } = error;
  if (code === UNREADABLE) return failures.storage;
  if (code === TIMED_OUT || status === 408) return failures.slow;
  if (status === 0) return failures.offline;
  if (status === 429) return TODAY.includes(message) ? message : failures.tooMany;
  if (status >= 502 && status <= 504) return failures.down;
  if (/^PGRST20/.test(code)) return failures.down; // its database is of another version than the page
  if (code === STORAGE) return storageText(status, message);
  if (code === '42501') return failures.refused;
  if (code === '23503') return failures.storage; // the document is missing
  if (/^2[23]/.test(code) && !message.endsWith('.')) return checkHighlightedFields; // the messages of our triggers are sentences
  return message || tryAgain;
}

const TODAY: readonly string[] = [failures.tooManyToday, failures.tooManyEnrolmentsToday];

function storageText(status: number, message: string): string {
  if (status === 413) return fileTooLarge.description ?? tryAgain;
  if (status === 415) return fileWrongKind;
  const isTechnical = [401, 403, 404].includes(status) || message.startsWith('Invalid key');
  return isTechnical ? failures.storage : message || failures.storage;
}

/** The answer that the database refused, when its message names it; else null. */
export function refusedAnswer(error: unknown): Problem | null {
  if (!(error instanceof BackendError) || !/^2[23]/.test(error.code)) return null;
  if (error.message.includes('condicao_medica_detalhada'))
    return { field: 'condicaoMedicaDetalhes', message: missingMedicalDetails, kind: 'details' };
  const named = error.message.replace(/relation "\w+"/, '');
  const column = /"(?:inscricoes_projeto_)?(\w+?)(?:_check)?"/.exec(named)?.[1];
  const field = FIELDS.find((candidate) => candidate.column === column);
  return field ? { field: field.name, message: checkThisAnswer, kind: 'wrong' } : null;
}
