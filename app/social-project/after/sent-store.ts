import { isPersonalCode } from '../../../domain/enrolment/protocol.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { readText, tabStorage, writeText } from '../../ui/browser/storage.ts';

/** sessionStorage key: what the confirmation shows of the last sent enrolment. Source: docs/ux.md §6.2. */
const KEY = 'cc-comprovante';

/** Stores a confirmation for a reload of this tab. */
export function saveSent(sent: SentEnrolment): void {
  writeText(tabStorage(), KEY, JSON.stringify(sent));
}

/** The stored confirmation of this tab; null for none or a broken one. */
export function readSent(): SentEnrolment | null {
  return parseSent(readText(tabStorage(), KEY));
}

export function deleteSent(): void {
  writeText(tabStorage(), KEY, null);
}

/** Parses a stored confirmation; null when it is not one. */
export function parseSent(text: string | null): SentEnrolment | null {
  try {
    const { protocol, code, at, forWhom = '', lacks, until } = JSON.parse(text ?? '') as SentEnrolment;
    const valid =
      isPersonalCode(code) &&
      /^\d{8}$/.test(protocol) &&
      !Number.isNaN(Date.parse(at)) &&
      ['', 'mim', 'outra'].includes(forWhom) &&
      /^(?:\d{4}-\d\d-\d\d)?$/.test(until) &&
      lacks.every((name) => name === 'nomeResponsavel' || name === 'telefoneResponsavel');
    return valid ? { protocol, code, at, forWhom, lacks, until } : null;
  } catch {
    return null;
  }
}
