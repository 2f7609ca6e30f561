import { browserStorage, readText, tabStorage, writeText } from '../../ui/browser/storage.ts';
import { HONEYPOT } from '../parts/answers.ts';
import type { Submission } from '../sending/submit-enrolment.ts';
import { copyOf, type Draft, isBlank, newDraft, parseDraft, RESCUE_MS, THREE_DAYS_MS } from './draft.ts';

/** sessionStorage: every text answer. */
const TAB = 'cc-rascunho';
/** localStorage, while the browser may end the tab: the result of copyOf. */
const RESCUE = 'cc-copia';
/** localStorage, for three days, when the person asked for it: the same. */
const THREE_DAYS = 'cc-continuar';
/** localStorage for a moment: the uuid that was just sent, to notify other tabs. */
const SENT = 'cc-enviada';

/** The tab's draft, for browsers without storage. */
let memory: string | null = null;
/** The submission of the form on the page. */
let current: Submission | null = null;

/** Saves the form in this tab; false when only the page's memory could. */
export function saveDraft(form: HTMLFormElement, submission: Submission): boolean {
  current = submission;
  const draft = draftOf(form, submission);
  memory = isBlank(draft) ? null : JSON.stringify(draft);
  if (hasThreeDayCopy(submission)) saveThreeDayCopy(form, true);
  return writeText(tabStorage(), TAB, memory);
}

/** Saves a copy before the camera or the file picker opens, when the phone may end the browser. */
export function saveRescueCopy(form: HTMLFormElement): void {
  if (!current) return;
  const draft = copyOf(draftOf(form, current));
  if (!isBlank(draft)) writeText(browserStorage(), RESCUE, JSON.stringify(draft));
}

/** Deletes the rescue copy of this form; another family's stays. */
export function deleteRescueCopy({ id }: Submission): void {
  if (parseDraft(readText(browserStorage(), RESCUE), Date.now(), RESCUE_MS)?.submission.id === id)
    writeText(browserStorage(), RESCUE, null);
}

/** Saves the three-day copy; deletes it when not `wanted`. */
export function saveThreeDayCopy(form: HTMLFormElement, wanted: boolean): void {
  const text = wanted && current ? JSON.stringify(copyOf(draftOf(form, current))) : null;
  writeText(browserStorage(), THREE_DAYS, text);
}

/** Whether the three-day copy is of this form; another family's is never overwritten. */
export function hasThreeDayCopy({ id }: Submission): boolean {
  return parseDraft(readText(browserStorage(), THREE_DAYS), Date.now(), THREE_DAYS_MS)?.submission.id === id;
}

/** The draft of this tab; null for none. The page's memory is never older than the storage. */
export function readTabDraft(now: number): Draft | null {
  return parseDraft(memory ?? readText(tabStorage(), TAB), now, THREE_DAYS_MS);
}

/** The copy that another tab, or an ended session of this one, left in this browser. Deletes expired ones. */
export function readCopy(now: number): Draft | null {
  const threeDays = parseDraft(readText(browserStorage(), THREE_DAYS), now, THREE_DAYS_MS);
  const rescue = parseDraft(readText(browserStorage(), RESCUE), now, RESCUE_MS);
  if (!threeDays) writeText(browserStorage(), THREE_DAYS, null);
  if (!rescue) writeText(browserStorage(), RESCUE, null);
  return rescue ?? threeDays;
}

/** Deletes drafts and copies in this browser. With `sentId`, notifies other tabs with the same enrolment that it was sent. */
export function deleteDrafts(sentId?: string): void {
  memory = null;
  current = null;
  writeText(tabStorage(), TAB, null);
  for (const key of [RESCUE, THREE_DAYS]) writeText(browserStorage(), key, null);
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
