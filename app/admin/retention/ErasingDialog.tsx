import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { accountFailure } from '../controls/account-failure.ts';
import { TextField } from '../controls/TextField.tsx';
import '../controls/desk-pages.css';

/**
 * Erases for good after the digits of `protocol` are typed, or APAGAR where there is none; the
 * database checks the same. `checkRest` tells whether what else is asked (`children`) is
 * answered, and shows what is not. What `erase` throws is told in the dialog. Source: docs/ux.md §8.6.
 */
export function ErasingDialog({
  title,
  text,
  protocol,
  checkRest = () => true,
  erase,
  onClose,
  children,
}: {
  title: string;
  text: string;
  protocol: string | null;
  checkRest?: () => boolean;
  erase: (confirmation: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    setFailure('');
    const fits = protocol
      ? confirmation.replace(/\D/g, '') === protocol
      : confirmation.trim().toUpperCase() === 'APAGAR';
    const answered = checkRest();
    if (!fits) {
      setProblem(protocol ? erasing.mismatch : erasing.mismatchWord);
      return input.current?.focus();
    }
    if (!answered) return;
    setSending(true);
    try {
      await erase(confirmation);
    } catch (error) {
      setFailure(accountFailure(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog
      title={title}
      className="dialog--small dialog--low"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {erasing.cancel}
          </Button>
          <Button variant="destructive" type="submit" form="apagar" busyText={sending && erasing.busy}>
            {erasing.submit}
          </Button>
        </>
      }
    >
      <form className="desk-form" id="apagar" noValidate onSubmit={onSubmit}>
        <p>{text}</p>
        <TextField
          label={erasing.confirm(protocol && writtenProtocol(protocol))}
          inputMode={protocol ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          problem={problem}
          onEdit={() => setProblem(undefined)}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          ref={input}
        />
        {children}
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}
