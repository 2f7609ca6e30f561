import { type RefObject, useEffect, useState } from 'react';
import { todayInBrazil } from '../../../domain/dates.ts';
import { nothingYet, type Progress, progressOf } from '../../../domain/enrolment/progress.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';
import { answersOf } from '../parts/answers.ts';
import { useAfterPointerUp } from '../parts/use-after-pointer-up.ts';

/** Delay after the last event, so that typing stays fast. */
const UPDATE_AFTER_MS = 400;

/** The form's progress, updated soon after each change. */
export function useProgress(form: RefObject<HTMLFormElement | null>, rules: Rules): Progress {
  const [progress, setProgress] = useState(nothingYet);

  const afterPointerUp = useAfterPointerUp();

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Progress) => setProgress((now) => (isSame(now, next) ? now : next));
    // New lines move the page, so it waits for a press to end; equal progress does not render.
    const update = () =>
      afterPointerUp(() => {
        show(progressOf(answersOf(element), todayInBrazil(), rules));
      });
    const updateSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(update, UPDATE_AFTER_MS);
    };
    const events = ['focusin', 'input', 'change', 'focusout', 'click'];
    for (const name of events) element.addEventListener(name, updateSoon);
    if (hasAnswers(element)) updateSoon();
    else show(nothingYet(rules)); // spares slow phones the work for an empty form
    return () => {
      clearTimeout(timer);
      for (const name of events) element.removeEventListener(name, updateSoon);
    };
  }, [form, rules, afterPointerUp]);

  return progress;
}

/** Whether the form has an answer: of a draft, or typed before hydration. */
const hasAnswers = (form: HTMLFormElement) =>
  Object.values(answersOf(form)).some((answer) => answer !== null && answer !== '');

function isSame(one: Progress, other: Progress): boolean {
  const keyOf = ({ good, total, missing, hasGuardian }: Progress) =>
    [good, total, hasGuardian, ...missing].join();
  return keyOf(one) === keyOf(other);
}
