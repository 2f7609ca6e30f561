import { type FormEvent, useRef, useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/messages.ts';
import type { GivenRole } from '../../../domain/roles.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type Administrator, addAdministrator, resetPassword } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { PasswordField } from '../controls/PasswordField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { RoleChoice } from './RoleChoice.tsx';

/** Without those that are easily confused: i, l, o, 0, 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Adds an administrator (`person` null) or resets the password of one; asks for the own password. `onDone` gets the text of the success message. */
export function PersonDialog({
  person,
  onDone,
  onClose,
}: {
  person: Administrator | null;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('secretaria');
  const [password, setPassword] = useState('');
  const [own, setOwn] = useState('');
  const [missing, setMissing] = useState<{ [Name in 'email' | 'password' | 'own']?: string | undefined }>({});
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const ownInput = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const noEmail = !person && email.trim() === '';
    setFailure('');
    setMissing({
      ...(noEmail && { email: admin.emailMissing }),
      ...(password === '' && { password: admin.passwordMissing }),
      ...(own === '' && { own: accounts.ownPasswordMissing }),
    });
    if (noEmail) return emailInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    if (own === '') return ownInput.current?.focus();
    setSending(true);
    try {
      if (person) await resetPassword(person.account, password, own);
      else await addAdministrator(email.trim(), password, role, own);
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
            onEdit={() => setMissing({ ...missing, email: undefined })}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            ref={emailInput}
          />
        )}
        {!person && <RoleChoice role={role} onChange={setRole} />}
        <PasswordField
          label={accounts.password}
          autoComplete="new-password"
          hint={accounts.rules}
          problem={missing.password}
          onEdit={() => setMissing({ ...missing, password: undefined })}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          ref={passwordInput}
        />
        <Button
          variant="secondary"
          onClick={() => {
            setPassword(randomPassword());
            setMissing({ ...missing, password: undefined });
          }}
        >
          {accounts.make}
        </Button>
        <PasswordField
          label={accounts.ownPassword}
          autoComplete="current-password"
          hint={accounts.ownPasswordHint}
          problem={missing.own}
          onEdit={() => setMissing({ ...missing, own: undefined })}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          ref={ownInput}
        />
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}

/** Sixteen random characters in groups of four, about 79 bits, easy to write down and type. */
function randomPassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => CHARACTERS[randomBelow(CHARACTERS.length)]).join(''),
  );
  return groups.join('-');
}

/** A uniformly distributed integer from 0 to `limit` − 1; `limit` at most 256. */
function randomBelow(limit: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % limit) ? byte % limit : randomBelow(limit);
}
