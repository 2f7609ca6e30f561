import { type FormEvent, useRef, useState } from 'react';
import { brand } from '../../../content/brand.ts';
import { situation } from '../../../content/situation.ts';
import { project } from '../../../content/social-project.ts';
import { chatLink } from '../../../domain/contact.ts';
import { fileProblem } from '../../../domain/enrolment/enrolment.ts';
import { FIELDS, type Field } from '../../../domain/enrolment/fields.ts';
import { backend } from '../../api/backend.ts';
import { Button } from '../../ui/Button.tsx';
import { DocumentField } from '../form/DocumentField.tsx';
import { useDocument } from '../form/use-document.ts';
import { fileInputOf } from '../parts/answers.ts';
import { NotSent } from '../sending/NotSent.tsx';
import type { Retry } from '../sending/retry-plan.ts';
import { SendingNote } from '../sending/SendingNote.tsx';
import { newSubmission } from '../sending/submit-enrolment.ts';
import { useAttempts } from '../sending/use-attempts.ts';
import { sendDocument } from './send-document.ts';
import type { FamilySituation, SendResult } from './situation-api.ts';

const words = situation.better;
const field = FIELDS.find(({ name }) => name === 'cadastroUnico') as Field;

type Props = { code: string; onSent: (sent: SendResult & { answer: FamilySituation }) => void };

/** Sends another document by the personal code, with the camera, shrinking and retries of the enrolment form. Source: docs/ux.md §6.5. */
export function BetterPhoto({ code, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [submission] = useState(newSubmission);
  const [problem, setProblem] = useState<string>();
  const { isSending, failure, uploaded, ...sending } = useAttempts();
  const busy = useRef(false);

  const input = () => {
    if (!form.current) throw new Error('the form is not on the page');
    return fileInputOf(form.current);
  };
  const chosen = useDocument({
    input,
    setProblem,
    clearProblem: () => setProblem(undefined),
    problem: () => fileProblem(input().files?.[0], words.missing),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void attempt();
  }

  async function attempt(retry?: Retry) {
    if (busy.current) return;
    busy.current = true;
    try {
      await chosen.settled();
      const file = input().files?.[0];
      const found = fileProblem(file, words.missing);
      if (found || !file) {
        sending.setFailure(null);
        setProblem(found?.message ?? words.missing);
        return input().focus();
      }
      await sending.attempt(async (listeners) => {
        const connect = () => backend(undefined, listeners);
        const { answer, ...taken } = await sendDocument(submission, code, file, connect);
        if (answer) onSent({ answer, ...taken });
        else sending.setFailure({ text: situation.nobody, retry: null, needsHelp: true });
      }, retry);
    } finally {
      busy.current = false;
    }
  }

  return (
    <form
      className="situation__form"
      aria-labelledby="outra-foto"
      noValidate
      ref={form}
      onSubmit={onSubmit}
      onChange={({ target }) => {
        if ((target as HTMLElement as HTMLInputElement).name !== field.name) return; // the camera's own input
        sending.setFailure(null);
        chosen.onInputChange();
      }}
    >
      <h4 className="situation__do" id="outra-foto">
        {words.title}
      </h4>
      <fieldset className="fieldset" disabled={isSending}>
        <DocumentField field={field} document={chosen} problem={problem} />
      </fieldset>
      {failure && (
        <NotSent
          failure={failure}
          phase={isSending ? 'sending' : 'filling'}
          chat={chatLink(brand.phone, situation.chatMessage)}
          focused
          onRetry={attempt}
          onStop={sending.cancelRetry}
        />
      )}
      <Button
        type="submit"
        variant={chosen.state.step === 'ready' ? 'primary' : 'secondary'}
        busyText={isSending && project.sending}
      >
        {words.send}
      </Button>
      {isSending && <SendingNote uploaded={uploaded} />}
    </form>
  );
}
