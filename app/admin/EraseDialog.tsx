import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { forget } from '../../content/forget.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import type { Registration } from '../../domain/sheet.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FieldProblem } from '../ui/FieldProblem.tsx';
import { showToast } from '../ui/toast.ts';
import { accountFailure } from './account-failure.ts';
import { eraseEnrolment } from './answering.ts';
import { followUpQuery } from './follow-up.ts';
import { TextField } from './TextField.tsx';
import { saysGone } from './use-gone.ts';
import './answering.css';

type Missing = { confirmation?: string | undefined; reason?: string | undefined };

/** Erases one enrolment for good, once its protocol is typed and a reason chosen. Source: ux.md §8.6. */
export function EraseDialog({
  registration,
  onErased,
  onClose,
}: {
  registration: Registration;
  onErased: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const protocol = registration.protocolo ? writtenProtocol(registration.protocolo) : null;
  const [confirmation, setConfirmation] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const firstReason = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const found = missingOf(registration.protocolo, confirmation, reason);
    setMissing(found);
    setFailure('');
    if (found.confirmation) return confirmationInput.current?.focus();
    if (found.reason) return firstReason.current?.focus();
    setSending(true);
    try {
      const documentGone = await eraseEnrolment(registration.id, confirmation, reason);
      showToast({ title: documentGone ? forget.done : forget.documentLeft, tone: 'success' });
      onErased();
      await client.invalidateQueries();
    } catch (error) {
      setSending(false);
      if (saysGone(error)) client.setQueryData(followUpQuery(registration.id).queryKey, null);
      else setFailure(accountFailure(error));
    }
  }

  return (
    <Dialog
      title={forget.title(protocol)}
      className="dialog--small"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {forget.cancel}
          </Button>
          <Button variant="destructive" type="submit" form="apagar" busyText={sending && forget.busy}>
            {forget.submit}
          </Button>
        </>
      }
    >
      <form className="desk-form" id="apagar" noValidate onSubmit={onSubmit}>
        <p>{forget.text}</p>
        <TextField
          label={forget.confirm(protocol)}
          inputMode={protocol ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          problem={missing.confirmation}
          onMend={() => setMissing({ ...missing, confirmation: undefined })}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          ref={confirmationInput}
        />
        <fieldset
          className={missing.reason ? 'field field--problem' : 'field'}
          aria-describedby={missing.reason && 'apagar-motivo-erro'}
        >
          <legend className="field__label">{forget.reason}</legend>
          <div className="choices">
            {Object.entries(forget.reasons).map(([code, words], at) => (
              <label className="choice" key={code}>
                <input
                  type="radio"
                  name="motivo"
                  value={code}
                  checked={reason === code}
                  onChange={() => {
                    setReason(code);
                    setMissing({ ...missing, reason: undefined });
                  }}
                  ref={at === 0 ? firstReason : undefined}
                />
                <span className="choice__text">{words}</span>
              </label>
            ))}
          </div>
          <FieldProblem id="apagar-motivo-erro">{missing.reason}</FieldProblem>
        </fieldset>
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}

/** What keeps the button from erasing; the database asks for the same. */
function missingOf(protocol: string | null | undefined, confirmation: string, reason: string): Missing {
  const fits = protocol
    ? confirmation.replace(/\D/g, '') === protocol
    : confirmation.trim().toUpperCase() === 'APAGAR';
  return {
    ...(!fits && { confirmation: protocol ? forget.mismatch : forget.mismatchWord }),
    ...(reason === '' && { reason: forget.reasonMissing }),
  };
}
