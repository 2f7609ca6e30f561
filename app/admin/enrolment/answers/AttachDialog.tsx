import { type FormEvent, useId, useRef, useState } from 'react';
import { attaching as words } from '../../../../content/corrections.ts';
import { desk } from '../../../../content/desk.ts';
import { fileEmpty, fileTooLarge } from '../../../../content/messages.ts';
import { DOCUMENT_MAX_BYTES } from '../../../../domain/document/document.ts';
import { FIELDS, type Field } from '../../../../domain/enrolment/fields.ts';
import { accessToken } from '../../../api/auth.ts';
import { backend } from '../../../api/backend.ts';
import { DocumentField } from '../../../social-project/form/DocumentField.tsx';
import { useDocument } from '../../../social-project/form/use-document.ts';
import { fileInputOf } from '../../../social-project/parts/answers.ts';
import { failureText } from '../../../social-project/sending/failure-text.ts';
import { SendingNote } from '../../../social-project/sending/SendingNote.tsx';
import { newSubmission, storedAddress } from '../../../social-project/sending/submit-enrolment.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { attachDocument } from '../../api/decisions.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import './answers.css';

/** The form's question for the document, in the desk's words. */
const FIELD: Field & { name: 'cadastroUnico' } = {
  ...(FIELDS.find(({ name }) => name === 'cadastroUnico') as Field & { name: 'cadastroUnico' }),
  label: words.label,
  hint: words.hint,
};

type Props = { id: string; opened: OpenedEnrolment; onClose: () => void };

/** Attaches a document that came on paper or by WhatsApp, prepared and checked as the form does it. Source: docs/ux.md §8.4. */
export function AttachDialog({ id, opened, onClose }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [submission] = useState(newSubmission); // sent again it is the same document
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState(false); // by the desk's own call, whose problem the open enrolment has
  const [sending, setSending] = useState(false);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const input = () => {
    if (!form.current) throw new Error('the form is not on the page');
    return fileInputOf(form.current);
  };
  const chosen = useDocument({
    input,
    setProblem,
    clearProblem: () => setProblem(undefined),
    problem: () => problemOf(input().files?.[0]),
  });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    await chosen.settled();
    const file = input().files?.[0];
    const found = problemOf(file);
    if (found || !file) {
      setProblem(found?.message);
      return input().focus();
    }
    setSending(true);
    setFailure(undefined);
    setRefused(false);
    try {
      const { storage } = await backend(accessToken, { upload: { onProgress: setUploaded } });
      const address = await storedAddress(submission, file, storage, () => {});
      const answer = await opened.change(() => attachDocument(id, address ?? ''), {
        waits: true,
        said: words.saved,
      });
      if (answer) onClose();
      else setRefused(true);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setSending(false);
      setUploaded(null);
    }
  }

  const failed = failure ?? (refused ? (opened.screen.problem ?? words.erased) : null);
  return (
    <Dialog
      title={words.title}
      className="dialog--small dialog--low"
      onClose={() => sending || onClose()}
      footer={
        <>
          <SecondaryButton disabled={sending} onClick={onClose}>
            {desk.cancel}
          </SecondaryButton>
          <Button type="submit" form={formId} busyText={sending && words.sending}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        className="stack gap-4"
        id={formId}
        noValidate
        ref={form}
        onSubmit={onSubmit}
        onChange={({ target }) => {
          if ((target as HTMLElement as HTMLInputElement).name !== FIELD.name) return; // the camera's own input
          setFailure(undefined);
          chosen.onInputChange();
        }}
      >
        <fieldset className="fieldset" disabled={sending}>
          <DocumentField field={FIELD} document={chosen} problem={problem} attached={words.chosen} />
        </fieldset>
        {sending && <SendingNote uploaded={uploaded} cancel={null} />}
        {failed && <Alert title={failed} />}
      </form>
    </Dialog>
  );
}

/** What the file's size says against it; its kind is found while it is prepared. */
function problemOf(file: File | undefined): { message: string; kind: string } | undefined {
  if (!file) return { message: words.missing, kind: 'missing' };
  if (file.size === 0) return { message: fileEmpty, kind: 'wrong' };
  if (file.size > DOCUMENT_MAX_BYTES) return { message: fileTooLarge.description ?? '', kind: 'large' };
}
