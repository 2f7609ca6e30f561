import type { SentEnrolment } from '../../domain/sent-enrolment.ts';
import { ofTab, read, write } from './browser-storage.ts';

/** In this tab: what the confirmation shows of the last enrolment sent, without the name. Source: ux.md §6.2. */
const KEY = 'cc-comprovante';

/** Keeps a confirmation for when the page is loaded anew in this tab. */
export function keepSent({ protocol, at, phone, lacks }: SentEnrolment): void {
  write(ofTab(), KEY, JSON.stringify({ protocol, at, phone, lacks }));
}

/** The confirmation of this tab, its name blank; null when there is none, or a broken one. */
export function keptSent(): SentEnrolment | null {
  return readSent(read(ofTab(), KEY));
}

export function forgetSent(): void {
  write(ofTab(), KEY, null);
}

/** A confirmation as it was kept; null for what is none. */
export function readSent(text: string | null): SentEnrolment | null {
  try {
    const { protocol, at, phone, lacks } = JSON.parse(text ?? '') as SentEnrolment;
    const sound =
      /^\d{8}$/.test(protocol) &&
      !Number.isNaN(Date.parse(at)) &&
      /^[\d() •-]*$/.test(phone) &&
      lacks.every((name) => name === 'nomeResponsavel' || name === 'telefoneResponsavel');
    return sound ? { protocol, at, phone, lacks, name: '' } : null;
  } catch {
    return null;
  }
}
