import { useRef, useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import type { Role } from '../../../domain/roles.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type Administrator, addAdministrator, resetPassword } from '../api/accounts.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { RoleChoice } from './RoleChoice.tsx';

/** Without those that are easily confused: i, l, o, 0, 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Adds an administrator (`person` null) or resets the password of one; asks for the signed-in person's
 * password. `onDone` gets the text of the success message.
 */
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
  const [role, setRole] = useState<Role>('secretaria');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ [Name in 'email' | 'password']?: string | undefined }>({});
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  function check(): boolean {
    const noEmail = !person && email.trim() === '';
    setMissing({
      ...(noEmail && { email: admin.emailMissing }),
      ...(password === '' && { password: admin.passwordMissing }),
    });
    if (noEmail) emailInput.current?.focus();
    else if (password === '') passwordInput.current?.focus();
    return !noEmail && password !== '';
  }

  async function save(own: string) {
    if (person) await resetPassword(person.account, password, own);
    else await addAdministrator(email.trim(), password, role, own);
    onDone(person ? accounts.passwordGiven(person.email) : accounts.added(email.trim().toLowerCase()));
  }

  return (
    <ConfirmDialog
      title={person ? accounts.newPasswordTitle : accounts.addTitle}
      submit={accounts.save}
      busy={accounts.saving}
      checkRest={check}
      confirm={save}
      onClose={onClose}
    >
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
    </ConfirmDialog>
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
