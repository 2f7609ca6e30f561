import { useRef, useState } from 'react';
import { attaching as words } from '../../../../content/corrections.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { fileProblem } from '../../../../domain/enrolment/enrolment.ts';
import { FIELDS, type Field } from '../../../../domain/enrolment/fields.ts';
import { accessToken } from '../../../api/auth.ts';
import { backend } from '../../../api/backend.ts';
import { BackendError } from '../../../api/client.ts';
import { DocumentField } from '../../../social-project/form/DocumentField.tsx';
import { useDocument } from '../../../social-project/form/use-document.ts';
import { failureText } from '../../../social-project/sending/failure-text.ts';
import { newSubmission, storedAddress } from '../../../social-project/sending/submit-enrolment.ts';
import { attachDocument } from '../../api/decisions.ts';
import { actionError } from '../../api/failure-text.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';

const NAME = 'cadastroUnico';

/** The form's question for the document, in the desk's words. */
const FIELD: Field = {
  ...(FIELDS.find(({ name }) => name === NAME) as Field),
  label: words.label,
  hint: words.hint,
};

type Props = { opened: OpenedEnrolment; onClose: () => void };

/** Attaches a document that came on paper or by WhatsApp, prepared and checked as the form does it. Source: docs/ux.md §8.4. */
export function AttachDialog({ opened, onClose }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [submission] = useState(newSubmission); // sent again it is the same document
  const [problem, setProblem] = useState<string>();
  const input = () => fields.current?.elements.namedItem(NAME) as HTMLInputElement;
  const found = () => fileProblem(input().files?.[0], words.missing);
  const clearProblem = () => setProblem(undefined);
  const chosen = useDocument({ input, setProblem, clearProblem, problem: found });

  function check() {
    setProblem(found()?.message);
    return { [NAME]: found()?.message };
  }

  async function send() {
    await chosen.settled();
    const file = input().files?.[0];
    if (!file) return; // of no kind that is taken, as is said beside it
    const { storage } = await backend(accessToken);
    const address = await storedAddress(submission, file, storage, () => {});
    const call = () => attachDocument(opened.enrolment.id, address ?? '');
    await opened.send(call, { inner: null, done: words.saved });
  }

  return (
    <FormDialog
      title={words.title}
      person={nameOf(opened.enrolment)}
      submit={words.save}
      busy={words.sending}
      formClass="stack gap-4"
      check={check}
      send={send}
      explain={refusedInWords}
      mayClose
      onClose={onClose}
    >
      {({ busy }) => (
        <fieldset
          className="fieldset"
          disabled={busy}
          ref={fields}
          onChange={({ target }) => {
            if ((target as HTMLElement as HTMLInputElement).name === NAME) chosen.onInputChange(); // not the camera's own
          }}
        >
          <DocumentField field={FIELD} document={chosen} problem={problem} attached={words.chosen} />
        </fieldset>
      )}
    </FormDialog>
  );
}

/** What a form says of a call that was refused; the session may be over, too. */
export const refusedInWords = (error: unknown): string =>
  error instanceof BackendError && error.status === 401 ? actionError(error) : failureText(error);
