import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { todayInBrazil } from '../../domain/dates.ts';
import { type Doubt, doubtOf, type ForWhom } from '../../domain/doubts.ts';
import { FIELDS, type FieldName } from '../../domain/enrolment-fields.ts';
import { useAfterPress } from './after-press.ts';
import { answersOf, controlOf } from './answers.ts';

/** How long a long text may rest before its letters are counted aloud. */
const PAUSE_MS = 600;

/** What is doubted now, by field, and what goes with it. */
export type Doubts = Partial<Record<FieldName, Doubt>>;

/**
 * Doubts beside the fields that somebody has left, and for whom the enrolment
 * is. Nothing here stops the form. `fix` gives the answers that the doubt about a
 * field offers, as if they had been typed.
 */
export function useDoubts(form: RefObject<HTMLFormElement | null>) {
  const [doubts, setDoubts] = useState<Doubts>({});
  const [forWhom, setForWhom] = useState<ForWhom>('');
  const left = useRef(new Set<string>());
  const afterPress = useAfterPress();

  const look = useCallback(() => {
    if (!form.current) return; // sent meanwhile
    const answers = answersOf(form.current);
    const whom = whomOf(form.current);
    setForWhom(whom);
    const found = FIELDS.flatMap(({ name }) => {
      const doubt = left.current.has(name) ? doubtOf(name, answers, todayInBrazil(), whom) : null;
      return doubt ? [[name, doubt] as const] : [];
    });
    setDoubts(Object.fromEntries(found));
  }, [form]);

  useEffect(() => {
    const ended = new AbortController();
    let pause: ReturnType<typeof setTimeout> | undefined;
    const visit = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (!name) return;
      left.current.add(name);
      if (name === 'telefoneWhatsapp') left.current.add('telefoneResponsavel'); // it may take the same number
      afterPress(look);
    };
    const count = ({ target }: Event) => {
      clearTimeout(pause);
      if (!(target instanceof HTMLTextAreaElement)) return;
      const { name, value } = target;
      if (value.length < 250 && !left.current.has(name)) return;
      pause = setTimeout(() => {
        left.current.add(name);
        look();
      }, PAUSE_MS);
    };
    const on = { signal: ended.signal };
    form.current?.addEventListener('focusout', visit, on);
    form.current?.addEventListener('change', visit, on);
    form.current?.addEventListener('input', count, on);
    return () => {
      ended.abort();
      clearTimeout(pause);
    };
  }, [form, look, afterPress]);

  const fix = useCallback(
    (name: FieldName, { fix }: Doubt) => {
      for (const [answered, answer] of Object.entries(fix?.answers ?? {}))
        giveAnswer(form.current && controlOf(form.current, answered as FieldName), answer);
      (form.current && (controlOf(form.current, name) as HTMLElement | null))?.focus();
    },
    [form],
  );

  return { doubts, forWhom, fix };
}

/** Question zero; it is no answer of the enrolment. */
function whomOf(form: HTMLFormElement): ForWhom {
  const chosen = form.elements.namedItem('paraQuem');
  return chosen instanceof RadioNodeList ? (chosen.value as ForWhom) : '';
}

/** Types an answer for somebody and leaves the field, past React's eyes, so that it hears of it. */
function giveAnswer(control: ReturnType<typeof controlOf>, answer: string): void {
  if (!control || control instanceof RadioNodeList) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, answer);
  for (const type of ['input', 'change', 'focusout'])
    control.dispatchEvent(new Event(type, { bubbles: true }));
}
