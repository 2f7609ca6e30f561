import { type RefObject, startTransition, useEffect, useState } from 'react';
import { todayInBrazil } from '../../domain/dates.ts';
import { EMPTY_ENROLMENT } from '../../domain/enrolment.ts';
import { type Progress, progressOf } from '../../domain/progress.ts';
import { answersOf } from './answers.ts';

/** After the last key, so that typing is never waited for. */
const LOOK_AFTER_MS = 400;

/** How far the answers in the form have come, looked at soon after each change. */
export function useProgress(form: RefObject<HTMLFormElement | null>): Progress {
  const [progress, setProgress] = useState(() => progressOf(EMPTY_ENROLMENT, todayInBrazil()));

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // In slices, between keys.
    const look = () => startTransition(() => setProgress(progressOf(answersOf(element), todayInBrazil())));
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AFTER_MS);
    };
    const events = ['input', 'change', 'focusout', 'click'];
    for (const name of events) element.addEventListener(name, lookSoon);
    lookSoon(); // what was typed before the page was taken over
    return () => {
      clearTimeout(timer);
      for (const name of events) element.removeEventListener(name, lookSoon);
    };
  }, [form]);

  return progress;
}
