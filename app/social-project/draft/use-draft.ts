import { type RefObject, useEffect, useRef, useState } from 'react';
import { onceHydrated } from '../../ui/browser/Piece.tsx';
import { useConfirmLeaving } from '../../ui/browser/use-confirm-leaving.ts';
import { isTickable, setChecked, setValue } from '../../ui/set-answer.ts';
import type { Submission } from '../sending/submit-enrolment.ts';
import { type Draft, HOUR_MS } from './draft.ts';
import {
  deleteCopies,
  deleteDrafts,
  readCopy,
  readTabDraft,
  saveDraft,
  saveRescueCopy,
  subscribeToSentElsewhere,
} from './draft-store.ts';

/** The tab's draft is saved this long after the last key. Source: docs/ux.md §5. */
export const SAVE_AFTER_MS = 1000;

/** A younger draft of this tab is resumed without asking; an older one may be of another person. */
const RESUME_MS = HOUR_MS / 2;

type Options = {
  form: RefObject<HTMLFormElement | null>;
  submission: RefObject<Submission>;
  /** Called after a draft's answers were entered in the form. */
  onResumed: (draft: Draft) => void;
  /** Called when another tab has sent the enrolment of this form. */
  onSentElsewhere: () => void;
};

/** Saves the form while it is filled in, and restores it. Source: docs/ux.md §5. */
export function useDraft({ form, submission, ...callbacks }: Options) {
  const [found, setFound] = useState<Draft | null>(null);
  const [notStored, setNotStored] = useState(false);
  useConfirmLeaving(notStored);
  const latest = useRef(callbacks);
  const actions = useRef({ save() {}, rescue() {} });
  /** Whether a rescue copy of this form may exist. */
  const rescued = useRef(false);

  function resume(draft: Draft) {
    const { current } = form;
    setFound(null);
    if (!current) return;
    submission.current = draft.submission;
    for (const control of current.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input[name], select[name], textarea[name]',
    )) {
      const answer = draft.answers[control.name];
      if (answer === undefined || control.matches('[type=file], [readonly]')) continue;
      if (isTickable(control)) {
        if (control.value === answer) setChecked(control, true);
      } else if (!control.value || control.name === 'condicaoMedicaDetalhes') setValue(control, answer);
    }
    latest.current.onResumed(draft);
  }

  useEffect(() => {
    latest.current = callbacks;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form element never changes
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const listeners = new AbortController();
    const on = { signal: listeners.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let started = false;
    const isFinished = () => finished.has(submission.current.id);
    const save = () => {
      clearTimeout(timer);
      if (!isFinished()) setNotStored(!saveDraft(element, submission.current));
    };
    const rescue = () => {
      if (!started || isFinished()) return;
      save();
      saveRescueCopy(element);
      rescued.current = true;
    };
    actions.current = { save, rescue };
    const onReturn = () => {
      if (rescued.current) deleteCopies(submission.current);
      rescued.current = false;
    };
    const saveLater = () => {
      onReturn();
      if (!started) save(); // whether anything is stored here is said before much is written
      started = true;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    };
    const onVisibility = () => (document.visibilityState === 'hidden' ? rescue() : onReturn());

    const own = readTabDraft(Date.now());
    if (own && Date.now() - own.at < RESUME_MS) {
      started = true;
      onceHydrated(() => {
        resume(own);
        deleteCopies(own.submission); // the tab survived
      });
    } else setFound(own ?? readCopy(Date.now()));

    element.addEventListener('input', saveLater, on);
    element.addEventListener('change', saveLater, on);
    element.addEventListener('cancel', onReturn, on); // the camera or the file picker was cancelled
    window.addEventListener('pagehide', rescue, on);
    window.addEventListener('pageshow', onReturn, on);
    document.addEventListener('visibilitychange', onVisibility, on);
    const unsubscribe = subscribeToSentElsewhere((id) => {
      if (id === submission.current.id) latest.current.onSentElsewhere();
    });
    return () => {
      if (started) save();
      clearTimeout(timer);
      listeners.abort();
      unsubscribe();
    };
  }, []);

  return {
    /** A draft that the person may resume; its values must not be shown before. */
    found,
    /** True where the browser stores nothing. */
    notStored,
    resume(draft: Draft) {
      resume(draft);
      actions.current.save(); // before the copy that it may come from is deleted
      deleteCopies(draft.submission);
    },
    /** Saves the tab's draft now. */
    save: () => actions.current.save(),
    /** To be called before the camera or the file picker opens: the phone may end the browser meanwhile. */
    rescue: () => actions.current.rescue(),
    /** Deletes the saved answers everywhere; `sentId` when they were sent. */
    discard(sentId?: string) {
      finished.add(submission.current.id);
      setFound(null);
      deleteDrafts(sentId);
    },
  };
}

/** Enrolments that were sent or erased on this page: their forms are not saved again on leaving. */
const finished = new Set<string>();
