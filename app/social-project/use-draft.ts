import { type RefObject, useEffect, useRef, useState } from 'react';
import { giveTick, giveValue, isTickable } from '../ui/give-answer.ts';
import { type Draft, HOUR_MS } from './draft.ts';
import {
  dropRescueCopy,
  forgetDrafts,
  foundCopy,
  keepCopy,
  keepDraft,
  keepRescueCopy,
  onSentElsewhere,
  tabDraft,
} from './draft-store.ts';
import type { Submission } from './submit-enrolment.ts';

/** How long after the last key the tab's draft is written. Source: ux.md §5. */
export const WRITE_AFTER_MS = 1000;

/** A draft of this tab comes back by itself as long as it is this young; an older one may be somebody else's, so the page asks. */
const OWN_MS = HOUR_MS / 2;

type Asked = {
  form: RefObject<HTMLFormElement | null>;
  submission: RefObject<Submission>;
  /** Hears of a draft whose answers stand in the form again. */
  onResumed: (draft: Draft) => void;
  /** Hears that another tab has sent the enrolment of this form. */
  onSentElsewhere: (id: string) => void;
};

/** Keeps the form while it is filled in, and brings it back. Source: ux.md §5. */
export function useDraft({ form, submission, ...asked }: Asked) {
  const [found, setFound] = useState<Draft | null>(null);
  const [unkept, setUnkept] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const latest = useRef(asked);
  const keep = useRef(() => {});

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
        if (control.value === answer) giveTick(control, true);
      } else if (!control.value || control.name === 'condicaoMedicaDetalhes') giveValue(control, answer);
    }
    latest.current.onResumed(draft);
  }

  useEffect(() => {
    latest.current = asked;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is found, watched and left once
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const ended = new AbortController();
    const on = { signal: ended.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let begun = false;
    let over = false;
    keep.current = () => {
      clearTimeout(timer);
      if (!over) setUnkept(!keepDraft(element, submission.current));
    };
    const later = () => {
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(keep.current, WRITE_AFTER_MS);
    };
    const leave = () => {
      if (!begun || over) return;
      keep.current();
      keepRescueCopy(element);
    };
    const alive = () => (document.visibilityState === 'hidden' ? leave() : begun && dropRescueCopy());

    const own = tabDraft(Date.now());
    if (own && Date.now() - own.at < OWN_MS) {
      begun = true;
      resume(own);
    } else setFound(own ?? foundCopy(Date.now()));

    element.addEventListener('input', later, on);
    element.addEventListener('change', later, on);
    window.addEventListener('pagehide', leave, on);
    document.addEventListener('visibilitychange', alive, on);
    const stopHearing = onSentElsewhere((id) => {
      if (id !== submission.current.id) return;
      over = true;
      latest.current.onSentElsewhere(id);
    });
    const others = 'BroadcastChannel' in window ? new BroadcastChannel('cc-inscricao') : null;
    others?.addEventListener('message', ({ data }) => {
      if (data === 'here') setElsewhere(true);
      else if (begun) others.postMessage('here');
    });
    others?.postMessage('anybody?');
    return () => {
      if (begun && !over && !gone.has(submission.current.id)) keep.current();
      clearTimeout(timer);
      ended.abort();
      stopHearing();
      others?.close();
    };
  }, []);

  return {
    /** A draft that waits for a yes; none of its values may be shown before. */
    found,
    /** True where the browser keeps nothing. */
    unkept,
    /** True when another tab holds a form that was begun. */
    elsewhere,
    resume,
    /** Writes the tab's draft now. */
    keep: () => keep.current(),
    keepForDays(wanted: boolean) {
      keep.current(); // whatever was typed a moment ago
      if (form.current) keepCopy(form.current, wanted);
    },
    /** Forgets the answers everywhere; with `sentId` because they have arrived. */
    forget(sentId?: string) {
      gone.add(submission.current.id);
      setFound(null);
      forgetDrafts(sentId);
    },
  };
}

/** Enrolments that were sent or erased in this page: their forms are not kept again when they leave it. */
const gone = new Set<string>();
