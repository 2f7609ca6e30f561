import { TRAP } from './answers.ts';
import { copyOf, type Draft, isBlank, KEEP_MS, newDraft, RESCUE_MS, readDraft } from './draft.ts';
import type { Submission } from './submit-enrolment.ts';

/** In this tab: every text answer. */
const TAB = 'cc-rascunho';
/** In this browser, while the tab may die: what copyOf leaves. */
const RESCUE = 'cc-copia';
/** In this browser, for three days, when somebody asked for it: the same. */
const KEPT = 'cc-continuar';
/** In this browser for a moment: the uuid that has just been sent, so that other tabs hear it. */
const SENT = 'cc-enviada';

/** The tab's draft where the browser keeps nothing. */
let memory: string | null = null;
/** The submission of the form on the page, for copies made from outside the form. */
let current: Submission | null = null;

/** Keeps the form in this tab; false when only the page's memory could take it. */
export function keepDraft(form: HTMLFormElement, submission: Submission): boolean {
  current = submission;
  const draft = draftOf(form, submission);
  if (isBlank(draft)) return write(ofTab(), TAB, null);
  memory = JSON.stringify(draft);
  const kept = write(ofTab(), TAB, memory);
  if (read(ofBrowser(), KEPT)) keepCopy(form, true);
  return kept;
}

/** Keeps, before the camera or the file picker opens, what brings the form back when the phone ends the browser. */
export function keepRescueCopy(form: HTMLFormElement): void {
  if (!current) return;
  const draft = copyOf(draftOf(form, current));
  if (!isBlank(draft)) write(ofBrowser(), RESCUE, JSON.stringify(draft));
}

export function dropRescueCopy(): void {
  write(ofBrowser(), RESCUE, null);
}

/** Keeps the form for three days, or no longer. */
export function keepCopy(form: HTMLFormElement, wanted: boolean): void {
  const text = wanted && current ? JSON.stringify(copyOf(draftOf(form, current))) : null;
  write(ofBrowser(), KEPT, text);
}

/** The draft of this tab; null when there is none. */
export function tabDraft(now: number): Draft | null {
  return readDraft(read(ofTab(), TAB) ?? memory, now, KEEP_MS);
}

/** The copy that another tab, or this one before it died, left in this browser. Drops what is too old. */
export function foundCopy(now: number): Draft | null {
  const kept = readDraft(read(ofBrowser(), KEPT), now, KEEP_MS);
  const rescue = readDraft(read(ofBrowser(), RESCUE), now, RESCUE_MS);
  if (!kept) write(ofBrowser(), KEPT, null);
  if (!rescue) dropRescueCopy();
  return rescue ?? kept;
}

/** Forgets the form everywhere in this browser. With `sentId`, other tabs that hold the same enrolment hear that it has arrived. */
export function forgetDrafts(sentId?: string): void {
  memory = null;
  current = null;
  write(ofTab(), TAB, null);
  dropRescueCopy();
  write(ofBrowser(), KEPT, null);
  if (!sentId) return;
  write(ofBrowser(), SENT, sentId);
  write(ofBrowser(), SENT, null);
}

/** Hears the uuid that another tab has sent. Gives the way to stop listening. */
export function onSentElsewhere(hear: (id: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SENT && newValue) hear(newValue);
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
    else if (name === TRAP || readOnly || !value) continue;
    else if (type !== 'radio' || checked) answers[name] = value;
  }
  return newDraft(answers, hadFile, submission, Date.now());
}

// A browser may forbid its storage altogether, by throwing at its very name.
const ofTab = () => allowed(() => window.sessionStorage);
const ofBrowser = () => allowed(() => window.localStorage);

function allowed(storage: () => Storage): Storage | null {
  try {
    return storage();
  } catch {
    return null;
  }
}

function read(storage: Storage | null, key: string): string | null {
  return storage?.getItem(key) ?? null;
}

/** Null removes. False when there is no storage or no room in it. */
function write(storage: Storage | null, key: string, text: string | null): boolean {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
