import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseEnrolment } from '../api/erase.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { accountFailure } from '../parts/account-failure.ts';
import { TextField } from '../parts/TextField.tsx';
import { isMissingError } from '../parts/use-missing.ts';
import '../parts/desk-pages.css';

type Missing = { confirmation?: string | undefined; reason?: string | undefined };

/** Erases one enrolment for good, after its protocol is typed and a reason is chosen. Source: docs/ux.md §8.6. */
export function EraseDialog({
  enrolment,
  onErased,
  onClose,
}: {
  enrolment: StoredEnrolment;
  onErased: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const protocol = enrolment.protocolo ? writtenProtocol(enrolment.protocolo) : null;
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
    const found = missingOf(enrolment.protocolo, confirmation, reason);
    setMissing(found);
    setFailure('');
    if (found.confirmation) return confirmationInput.current?.focus();
    if (found.reason) return firstReason.current?.focus();
    setSending(true);
    try {
      const documentErased = await eraseEnrolment(enrolment.id, confirmation, reason);
      showToast({ title: documentErased ? erasing.done : erasing.documentLeft, tone: 'success' });
      onErased();
      await client.invalidateQueries();
    } catch (error) {
      setSending(false);
      if (isMissingError(error)) client.setQueryData(followUpQuery(enrolment.id).queryKey, null);
      else setFailure(accountFailure(error));
    }
  }

  return (
    <Dialog
      title={erasing.title(protocol)}
      className="dialog--small"
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
        <p>{erasing.text}</p>
        <TextField
          label={erasing.confirm(protocol)}
          inputMode={protocol ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          problem={missing.confirmation}
          onEdit={() => setMissing({ ...missing, confirmation: undefined })}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          ref={confirmationInput}
        />
        <fieldset
          className={missing.reason ? 'field field--problem' : 'field'}
          aria-describedby={missing.reason && 'apagar-motivo-erro'}
        >
          <legend className="field__label">{erasing.reason}</legend>
          <div className="choices">
            {Object.entries(erasing.reasons).map(([code, words], at) => (
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

/** What is missing before erasing; the database checks the same. */
function missingOf(protocol: string | null | undefined, confirmation: string, reason: string): Missing {
  const fits = protocol
    ? confirmation.replace(/\D/g, '') === protocol
    : confirmation.trim().toUpperCase() === 'APAGAR';
  return {
    ...(!fits && { confirmation: protocol ? erasing.mismatch : erasing.mismatchWord }),
    ...(reason === '' && { reason: erasing.reasonMissing }),
  };
}
