import type { ReactNode } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import type { Role } from '../../../domain/roles.ts';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type Administrator, addAdministrator, resetPassword, setAccess, setRole } from '../api/accounts.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';

type Props = { person: Administrator };

/** Each role with what it may do. */
const ROLES = Object.fromEntries(
  Object.entries(accounts.roles).map(([role, { name, may }]) => [
    role,
    <>
      {name}
      <span className="hint block">{may}</span>
    </>,
  ]),
) as Record<Role, ReactNode>;

/** Adds an administrator (`person` null) or resets the password of one. */
export function PasswordDialog({ person }: { person: Administrator | null }) {
  return (
    <FormDialog
      title={person ? accounts.newPasswordTitle : accounts.addTitle}
      initial={{ email: '', role: 'secretaria' as Role, password: '' }}
      check={({ email, password }) => ({
        ...(!person && email.trim() === '' && { email: admin.emailMissing }),
        ...(password === '' && { password: admin.passwordMissing }),
      })}
      password
      send={async ({ email, role, password }, own) => {
        if (person) await resetPassword(person.account, password, own);
        else await addAdministrator(email.trim(), password, role, own);
        return person ? accounts.passwordGiven(person.email) : accounts.added(email.trim().toLowerCase());
      }}
    >
      {({ text, choice, set }) => (
        <>
          {person ? (
            <p>{accounts.newPasswordText(person.email)}</p>
          ) : (
            <>
              <TextField label={accounts.email} type="email" autoComplete="off" {...text('email')} />
              <Choices legend={accounts.role} choices={ROLES} {...choice('role')} />
            </>
          )}
          <PasswordField
            label={accounts.password}
            autoComplete="new-password"
            hint={accounts.rules}
            {...text('password')}
          />
          <Button variant="secondary" onClick={() => set({ password: randomPassword() })}>
            {accounts.make}
          </Button>
        </>
      )}
    </FormDialog>
  );
}

/** Gives somebody another role. */
export function RoleDialog({ person: { account, email, role: present } }: Props) {
  return (
    <FormDialog
      title={accounts.changeRoleTitle}
      initial={{ role: present }}
      password
      send={async ({ role }, password) => {
        await setRole(account, role, password);
        return accounts.roleChanged(email, accounts.roles[role].name);
      }}
    >
      {({ choice }) => (
        <>
          <p>
            <bdi className="strong" translate="no">
              {email}
            </bdi>
          </p>
          <Choices legend={accounts.role} choices={ROLES} {...choice('role')} />
        </>
      )}
    </FormDialog>
  );
}

/** Disables an account, or enables it again. */
export function AccessDialog({ person: { account, email, disabledAt } }: Props) {
  const back = disabledAt !== null;
  return (
    <FormDialog
      title={back ? accounts.giveBackTitle : accounts.takeAwayTitle}
      submit={back ? accounts.giveBack : accounts.takeAway}
      destructive={!back}
      password
      send={async (_, password) => {
        await setAccess(account, back, password);
        return (back ? accounts.givenBack : accounts.takenAway)(email);
      }}
    >
      <p>{(back ? accounts.giveBackText : accounts.takeAwayText)(email)}</p>
    </FormDialog>
  );
}

/** Without those that are easily confused: i, l, o, 0, 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

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
