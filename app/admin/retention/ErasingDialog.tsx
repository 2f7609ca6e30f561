import { type ReactNode, useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';

/**
 * Erases after the digits of `protocol` are typed, or APAGAR where there is none, and one's own password; the
 * database checks the same. `checkRest` tells whether what else is asked (`children`) is answered, and shows
 * what is not. What `erase` throws is told in the dialog. Source: docs/ux.md §8.6.
 */
export function ErasingDialog({
  title,
  text,
  submit,
  protocol,
  checkRest = () => true,
  erase,
  onClose,
  children,
}: {
  title: string;
  text: string;
  submit: string;
  protocol: string | null;
  checkRest?: () => boolean;
  erase: (confirmation: string, password: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function check(): boolean {
    const fits = protocol
      ? confirmation.replace(/\D/g, '') === protocol
      : confirmation.trim().toUpperCase() === 'APAGAR';
    const answered = checkRest();
    if (fits) return answered;
    setProblem(protocol ? erasing.mismatch : erasing.mismatchWord);
    input.current?.focus();
    return false;
  }

  return (
    <ConfirmDialog
      title={title}
      submit={submit}
      busy={erasing.busy}
      destructive
      checkRest={check}
      confirm={(password) => erase(confirmation, password)}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  );
}
