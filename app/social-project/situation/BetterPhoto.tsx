import { type FormEvent, useEffect, useRef, useState } from 'react';
import { brand } from '../../../content/brand.ts';
import { situation } from '../../../content/situation.ts';
import { project } from '../../../content/social-project.ts';
import { chatLink } from '../../../domain/contact.ts';
import { FIELDS, type Field } from '../../../domain/enrolment/fields.ts';
import { backend } from '../../api/backend.ts';
import { BackendError } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { DocumentField } from '../form/DocumentField.tsx';
import { problemOfFile, useDocument } from '../form/use-document.ts';
import { fileInputOf } from '../parts/answers.ts';
import { failureText } from '../sending/failure-text.ts';
import { NotSent } from '../sending/NotSent.tsx';
import { nextRetry, type Retry, retryAfterOf } from '../sending/retry-plan.ts';
import { SendingNote } from '../sending/SendingNote.tsx';
import { newSubmission } from '../sending/submit-enrolment.ts';
import type { Failure } from '../sending/use-sending.ts';
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);

  const input = () => {
    if (!form.current) throw new Error('the form is not on the page');
    return fileInputOf(form.current);
  };
  const chosen = useDocument({
    input,
    setProblem,
    clearProblem: () => setProblem(undefined),
    problem: () => problemOfFile(input().files?.[0], words.missing),
  });

  useEffect(() => {
    if (!sending) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [sending]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void attempt();
  }

  async function attempt(retry?: Retry) {
    if (busy.current) return;
    busy.current = true;
    let retryAfterMs = 0;
    try {
      await chosen.settled();
      const file = input().files?.[0];
      const found = problemOfFile(file, words.missing);
      if (found || !file) {
        setFailure(null);
        setProblem(found?.message ?? words.missing);
        input().focus();
        return;
      }
      setFailure((now) => (now && retry ? { ...now, retry } : null));
      setSending(true);
      if (!navigator.onLine) throw new BackendError(0, '', '');
      const listeners = {
        upload: { onProgress: setUploaded },
        onAnswer: (answer: Response) => {
          setUploaded(null);
          retryAfterMs = retryAfterOf(answer, Date.now());
        },
      };
      const { answer, ...taken } = await sendDocument(submission, code, file, () =>
        backend(undefined, listeners),
      );
      if (answer) onSent({ answer, ...taken });
      else setFailure({ text: situation.nobody, retry: null, needsHelp: true });
    } catch (error) {
      setFailure({ text: failureText(error), retry: nextRetry(error, retry?.number ?? 0, retryAfterMs) });
    } finally {
      busy.current = false;
      setSending(false);
      setUploaded(null);
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
        setFailure(null);
        chosen.onInputChange();
      }}
    >
      <h4 className="situation__do" id="outra-foto">
        {words.title}
      </h4>
      <fieldset className="fieldset" disabled={sending}>
        <DocumentField field={field} document={chosen} problem={problem} />
      </fieldset>
      {failure && (
        <NotSent
          failure={failure}
          phase={sending ? 'sending' : 'filling'}
          chat={chatLink(brand.phone, situation.chatMessage)}
          focused
          onRetry={attempt}
          onStop={() => setFailure((now) => now && { ...now, retry: null })}
        />
      )}
      <Button
        type="submit"
        variant={chosen.state.step === 'ready' ? 'primary' : 'secondary'}
        busyText={sending && project.sending}
      >
        {words.send}
      </Button>
      {sending && <SendingNote uploaded={uploaded} cancel={null} />}
    </form>
  );
}
