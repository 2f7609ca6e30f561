import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseFlood, type Flood } from '../api/erase.ts';
import { accountFailure } from '../parts/account-failure.ts';
import { TextField } from '../parts/TextField.tsx';
import '../parts/desk-pages.css';

const { flood: words } = erasing;

/** Erases a flood for good, after APAGAR is typed. Source: docs/ux.md §8.6. */
export function FloodDialog({ flood, onClose }: { flood: Flood; onClose: () => void }) {
  const client = useQueryClient();
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    setFailure('');
    if (confirmation.trim().toUpperCase() !== 'APAGAR') {
      setProblem(erasing.mismatchWord);
      return input.current?.focus();
    }
    setSending(true);
    try {
      showToast({ title: words.done(await eraseFlood(flood, confirmation)), tone: 'success' });
      onClose();
    } catch (error) {
      setSending(false);
      setFailure(accountFailure(error));
    }
    await client.invalidateQueries();
  }

  return (
    <Dialog
      title={words.question(flood.inscricoes, flood.documentos)}
      className="dialog--small"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {erasing.cancel}
          </Button>
          <Button variant="destructive" type="submit" form="enxurrada" busyText={sending && erasing.busy}>
            {erasing.submit}
          </Button>
        </>
      }
    >
      <form className="desk-form" id="enxurrada" noValidate onSubmit={onSubmit}>
        <p>{words.text}</p>
        <TextField
          label={erasing.confirm(null)}
          autoComplete="off"
          spellCheck={false}
          problem={problem}
          onEdit={() => setProblem(undefined)}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          ref={input}
        />
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}
