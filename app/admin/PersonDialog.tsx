import { type FormEvent, useRef, useState } from 'react';
import { accounts } from '../../content/accounts.ts';
import { admin } from '../../content/messages.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { accountFailure } from './account-failure.ts';
import { type Administrator, addAdministrator, givePassword } from './answering.ts';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Adds a person (null), or gives somebody another password. `onDone` is told what to say of it. */
export function PersonDialog({
  person,
  onDone,
  onClose,
}: {
  person: Administrator | null;
  onDone: (said: string) => void;
  onClose: () => void;
}) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const noEmail = !person && email.trim() === '';
    setFailure('');
    setMissing({
      ...(noEmail && { email: admin.emailMissing }),
      ...(password === '' && { password: admin.passwordMissing }),
    });
    if (noEmail) return emailInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    setSending(true);
    try {
      if (person) await givePassword(person.conta, password);
      else await addAdministrator(email.trim(), password);
      onDone(person ? accounts.passwordGiven(person.email) : accounts.added(email.trim().toLowerCase()));
    } catch (error) {
      setFailure(accountFailure(error));
      setSending(false);
    }
  }

  return (
    <Dialog
      title={person ? accounts.newPasswordTitle : accounts.addTitle}
      className="dialog--small"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {accounts.cancel}
          </Button>
          <Button type="submit" form="pessoa" busyText={sending && accounts.saving}>
            {accounts.save}
          </Button>
        </>
      }
    >
      <form className="desk-form" id="pessoa" noValidate onSubmit={onSubmit}>
        {person && <p>{accounts.newPasswordText(person.email)}</p>}
        {!person && (
          <TextField
            label={accounts.email}
            type="email"
            autoComplete="off"
            problem={missing.email}
            onMend={() => setMissing({ ...missing, email: undefined })}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            ref={emailInput}
          />
        )}
        <PasswordField
          label={accounts.password}
          autoComplete="new-password"
          hint={accounts.rules}
          problem={missing.password}
          onMend={() => setMissing({ ...missing, password: undefined })}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          ref={passwordInput}
        />
        <Button
          variant="secondary"
          onClick={() => {
            setPassword(madePassword());
            setMissing({ ...missing, password: undefined });
          }}
        >
          {accounts.make}
        </Button>
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}

/** Sixteen letters by chance in groups of four, about 79 bits, to be written down and typed. */
function madePassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => LETTERS[chance(LETTERS.length)]).join(''),
  );
  return groups.join('-');
}

/** A number below `most` (at most 256), each as likely as the others. */
function chance(most: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % most) ? byte % most : chance(most);
}
