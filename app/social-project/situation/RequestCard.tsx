import type { FormEvent, ReactNode } from 'react';
import { situation } from '../../../content/situation.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import type { useRequest } from './use-request.ts';

type Props = {
  /** Names it among what can be asked for. */
  kind: string;
  request: ReturnType<typeof useRequest>;
  words: { title: string; text?: string; send: string; sending?: string };
  open?: boolean;
  /** What is asked for with it, and what is wrong there. */
  field?: (problem: string | undefined) => ReactNode;
  /** Resolves to what went wrong, `''` for nothing. */
  onSend: (given: FormData) => string | Promise<string>;
};

/** Something that a family may ask for: a fold with what it means, its field and its button. Source: docs/ux.md §6.5. */
export function RequestCard({ kind, request, words, open, field, onSend }: Props) {
  const { busy } = request;
  const problem = request.problemOf(kind);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (await request.run(kind, () => onSend(new FormData(form)))) form.querySelector('input')?.focus();
  }

  return (
    <details className="fold" open={open || undefined}>
      <summary>{words.title}</summary>
      <form className="situation__form" aria-label={words.title} noValidate onSubmit={onSubmit}>
        {words.text && <p>{words.text}</p>}
        {field ? field(problem) : <FieldProblem id={`${kind}-erro`}>{problem}</FieldProblem>}
        <p>
          <SecondaryButton
            type="submit"
            disabled={busy !== null && busy !== kind}
            busyText={busy === kind && (words.sending ?? situation.requests.sending)}
          >
            {words.send}
          </SecondaryButton>
        </p>
      </form>
    </details>
  );
}
