import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { todayInBrazil } from '../../../domain/dates.ts';
import { type Doubt, doubtOf, type ForWhom } from '../../../domain/enrolment/doubts.ts';
import { FIELDS, type FieldName } from '../../../domain/enrolment/fields.ts';
import { setValue } from '../../ui/set-answer.ts';
import { answersOf, controlOf } from '../parts/answers.ts';
import { useAfterPointerUp } from '../parts/use-after-pointer-up.ts';

/** The present doubt of each field. */
export type Doubts = Partial<Record<FieldName, Doubt>>;

/**
 * The doubts about the fields that were filled in and left, and for whom the enrolment is. Doubts never block
 * sending. `fix` enters the answers that a doubt suggests, as if they were typed.
 */
export function useDoubts(form: RefObject<HTMLFormElement | null>) {
  const [doubts, setDoubts] = useState<Doubts>({});
  const [forWhom, setForWhom] = useState<ForWhom>('');
  const visited = useRef(new Set<string>());
  const afterPointerUp = useAfterPointerUp();

  const check = useCallback(() => {
    if (!form.current) return; // was sent meanwhile
    const answers = answersOf(form.current);
    const whom = forWhomOf(form.current);
    setForWhom(whom);
    const found = FIELDS.flatMap(({ name }) => {
      const doubt = visited.current.has(name) ? doubtOf(name, answers, todayInBrazil(), whom) : null;
      return doubt ? [[name, doubt] as const] : [];
    });
    setDoubts(Object.fromEntries(found));
  }, [form]);

  useEffect(() => {
    const listeners = new AbortController();
    const onVisit = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (!name) return;
      visited.current.add(name);
      if (name === 'telefoneWhatsapp') visited.current.add('telefoneResponsavel'); // they are compared
      afterPointerUp(check);
    };
    const on = { signal: listeners.signal };
    form.current?.addEventListener('focusout', onVisit, on);
    form.current?.addEventListener('change', onVisit, on);
    return () => listeners.abort();
  }, [form, check, afterPointerUp]);

  const fix = useCallback(
    (name: FieldName, { fix }: Doubt) => {
      for (const [answered, answer] of Object.entries(fix?.answers ?? {}))
        enterAnswer(form.current && controlOf(form.current, answered as FieldName), answer);
      (form.current && (controlOf(form.current, name) as HTMLElement | null))?.focus();
    },
    [form],
  );

  return { doubts, forWhom, fix };
}

/** The answer to question zero, which is not part of the enrolment; '' without the form. */
export function forWhomOf(form: HTMLFormElement | null): ForWhom {
  const chosen = form?.elements.namedItem('paraQuem');
  return chosen instanceof RadioNodeList ? (chosen.value as ForWhom) : '';
}

/** Enters an answer and leaves the field. */
function enterAnswer(control: ReturnType<typeof controlOf>, answer: string): void {
  if (!control || control instanceof RadioNodeList) return;
  setValue(control, answer);
  control.dispatchEvent(new Event('focusout', { bubbles: true }));
}
