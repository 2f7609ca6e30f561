import { type RefObject, useEffect, useState } from 'react';
import { todayInBrazil } from '../../domain/dates.ts';
import { NOTHING_YET, type Progress, progressOf } from '../../domain/progress.ts';
import { useAfterPress } from './after-press.ts';
import { answersOf } from './answers.ts';

/** After the last key, so that typing is never waited for. */
const LOOK_AFTER_MS = 400;

/** How far the answers in the form have come, looked at soon after each change. */
export function useProgress(form: RefObject<HTMLFormElement | null>): Progress {
  const [progress, setProgress] = useState(NOTHING_YET);

  const afterPress = useAfterPress();

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Lines that come or go move the page: never under a finger, and nothing is drawn again for nothing.
    const look = () =>
      afterPress(() => {
        const next = progressOf(answersOf(element), todayInBrazil());
        setProgress((now) => (isSame(now, next) ? now : next));
      });
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AFTER_MS);
    };
    const events = ['focusin', 'input', 'change', 'focusout', 'click'];
    for (const name of events) element.addEventListener(name, lookSoon);
    if (isBegun(element)) lookSoon(); // an empty form costs a slow phone nothing
    return () => {
      clearTimeout(timer);
      for (const name of events) element.removeEventListener(name, lookSoon);
    };
  }, [form, afterPress]);

  return progress;
}

/** Whether a form holds an answer already: of a draft, or typed before the page was taken over. */
const isBegun = (form: HTMLFormElement) =>
  Object.values(answersOf(form)).some((answer) => answer !== null && answer !== '');

function isSame(one: Progress, other: Progress): boolean {
  const told = ({ good, total, complete }: Progress) => [good, total, ...complete].join();
  return told(one) === told(other);
}
