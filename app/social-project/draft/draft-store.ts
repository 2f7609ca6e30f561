import { browserStorage, readText, tabStorage, writeText } from '../../ui/browser/storage.ts';
import { HONEYPOT } from '../parts/answers.ts';
import type { Submission } from '../sending/submit-enrolment.ts';
import { copyOf, type Draft, isBlank, newDraft, parseDraft, RESCUE_MS, TAB_MS } from './draft.ts';

/** sessionStorage: every text answer. */
const TAB = 'cc-rascunho';
/** localStorage, while the browser may end the tab: the result of copyOf. */
const RESCUE = 'cc-copia';
/** The copies outside the tab, and how long each is valid; the second is of who asked for three days until version 2.0. */
const COPIES = [
  [RESCUE, RESCUE_MS],
  ['cc-continuar', TAB_MS],
] as const;
/** localStorage for a moment: the uuid that was just sent, to notify other tabs. */
const SENT = 'cc-enviada';

/** The submission of the form on the page. */
let current: Submission | null = null;

/** Saves the form in this tab; false where the browser stores nothing. */
export function saveDraft(form: HTMLFormElement, submission: Submission): boolean {
  current = submission;
  const draft = draftOf(form, submission);
  return writeText(tabStorage(), TAB, isBlank(draft) ? null : JSON.stringify(draft));
}

/** Saves a copy before the camera or the file picker opens, when the phone may end the browser. */
export function saveRescueCopy(form: HTMLFormElement): void {
  if (!current) return;
  const draft = copyOf(draftOf(form, current));
  if (!isBlank(draft)) writeText(browserStorage(), RESCUE, JSON.stringify(draft));
}

/** Deletes the copies of this form; another family's stay. */
export function deleteCopies({ id }: Submission): void {
  for (const [key, lifetime] of COPIES)
    if (parseDraft(readText(browserStorage(), key), Date.now(), lifetime)?.submission.id === id)
      writeText(browserStorage(), key, null);
}

/** The draft of this tab; null for none. */
export function readTabDraft(now: number): Draft | null {
  return parseDraft(readText(tabStorage(), TAB), now, TAB_MS);
}

/** The copy that another tab, or an ended session of this one, left in this browser. Deletes expired ones. */
export function readCopy(now: number): Draft | null {
  const [rescue, asked] = COPIES.map(([key, lifetime]) => {
    const copy = parseDraft(readText(browserStorage(), key), now, lifetime);
    if (!copy) writeText(browserStorage(), key, null);
    return copy;
  });
  return rescue ?? asked ?? null;
}

/** Deletes drafts and copies in this browser. With `sentId`, notifies other tabs with the same enrolment that it was sent. */
export function deleteDrafts(sentId?: string): void {
  current = null;
  writeText(tabStorage(), TAB, null);
  for (const [key] of COPIES) writeText(browserStorage(), key, null);
  if (!sentId) return;
  writeText(browserStorage(), SENT, sentId);
  writeText(browserStorage(), SENT, null);
}

/** Calls `listener` with the uuid that another tab has sent; returns the unsubscribe function. */
export function subscribeToSentElsewhere(listener: (id: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SENT && newValue) listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function draftOf(form: HTMLFormElement, submission: Submission): Draft {
  const answers: Draft['answers'] = {};
  let hadFile = false;
  for (const control of form.querySelectorAll<HTMLInputElement>(
    'input[name], select[name], textarea[name]',
  )) {
    const { name, type, value, checked, readOnly } = control;
    if (type === 'file') hadFile ||= control.files?.length === 1;
    else if (type === 'checkbox')
      continue; // consent is given again each time
    else if (name === HONEYPOT || readOnly || !value) continue;
    else if (type !== 'radio' || checked) answers[name] = value;
  }
  return newDraft(answers, hadFile, submission, Date.now());
}
