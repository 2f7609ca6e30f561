import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { situation } from '../../../content/situation.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { useReady } from '../../ui/use-ready.ts';

/** What is wrong with what was typed, by the name of the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

type Props = {
  label: string;
  words: { send: string; sending?: string };
  className?: string;
  variant?: 'primary' | 'secondary';
  /** Said above the button while nothing else is wrong. */
  note?: string;
  fields: (problems: Problems, busy: boolean) => ReactNode;
  /** What of it cannot be sent: the first of these fields takes the focus. */
  problemsOf?: (given: FormData) => Problems;
  /** Sends it. Resolves to what went wrong, `''` for nothing. */
  onSend: (given: FormData) => string | Promise<string>;
  /** Why sending threw, in words. */
  whyNot: (error: unknown) => string;
  /** Gives it up, by a button with these words. */
  cancel?: { words: string; onCancel: () => void };
};

/** What a family fills in and sends on its page: what was typed stays, and nothing goes twice at once. Source: docs/ux.md §6.5. */
export function FamilyForm({ label, words, note = '', variant = 'primary', cancel, ...of }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const id = useId();
  // Before hydration the browser itself would send the form, with all of it in the page's address.
  const ready = useReady();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.current || busy) return;
    const given = new FormData(form.current);
    const found = of.problemsOf?.(given) ?? {};
    setProblems(found);
    setFailure('');
    const [first] = Object.keys(found);
    if (first) return form.current.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setFailure(await (async () => of.onSend(given))().catch(of.whyNot));
    setBusy(false);
  }

  function onInput({ target }: FormEvent) {
    setFailure('');
    setProblems((now) => ({ ...now, [(target as HTMLInputElement).name]: undefined }));
  }

  return (
    <form
      className={of.className ?? 'stack gap-4'}
      aria-label={label}
      noValidate
      ref={form}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {of.fields(problems, busy)}
      {(failure || note) && (
        <div role="alert">
          <FieldProblem id={id}>{failure || note}</FieldProblem>
        </div>
      )}
      <p className="actions">
        <Button
          type={ready ? 'submit' : 'button'}
          variant={variant}
          busyText={busy && (words.sending ?? situation.requests.sending)}
        >
          {words.send}
        </Button>
        {cancel && (
          <Button variant="secondary" disabled={busy} onClick={cancel.onCancel}>
            {cancel.words}
          </Button>
        )}
      </p>
    </form>
  );
}
