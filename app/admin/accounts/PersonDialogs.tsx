import type { ReactNode } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import type { Role } from '../../../domain/roles.ts';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import {
  type Administrator,
  addAdministrator,
  personName,
  resetPassword,
  setAccess,
  setPerson,
} from '../api/accounts.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import type { Form } from '../controls/use-form.ts';

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

const NAME = { label: accounts.name, hint: accounts.nameHint, autoComplete: 'off', maxLength: 60 };

/** Gives somebody access who had none. */
export function AddDialog() {
  return (
    <FormDialog
      title={accounts.addTitle}
      submit={accounts.include}
      busy={accounts.including}
      initial={{ name: '', email: '', role: 'secretaria' as Role, password: '' }}
      check={({ name, email, password }) => ({
        ...(name.trim() === '' && { name: accounts.nameMissing }),
        ...(email.trim() === '' && { email: admin.emailMissing }),
        ...(password === '' && { password: admin.passwordMissing }),
      })}
      password
      send={async (typed, own) => {
        await addAdministrator({ ...typed, email: typed.email.trim() }, own);
        return accounts.added(typed.name.trim());
      }}
    >
      {(form) => (
        <>
          <TextField {...NAME} {...form.text('name')} />
          <TextField label={accounts.email} type="email" autoComplete="off" {...form.text('email')} />
          <Choices legend={accounts.role} choices={ROLES} {...form.choice('role')} />
          <NewPassword form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Gives a password to somebody who has lost theirs. */
export function PasswordDialog({ person }: Props) {
  const who = personName(person);
  return (
    <FormDialog
      title={accounts.newPasswordTitle}
      initial={{ password: '' }}
      check={({ password }) => (password === '' ? { password: admin.passwordMissing } : {})}
      password
      send={async ({ password }, own) => {
        await resetPassword(person.account, password, own);
        return accounts.passwordGiven(who);
      }}
    >
      {(form) => (
        <>
          <p>{accounts.newPasswordText(who)}</p>
          <NewPassword form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** The field of somebody else's password, and one made for it. */
function NewPassword<Values extends { password: string }>({ form: { text, set } }: { form: Form<Values> }) {
  return (
    <>
      <PasswordField
        label={accounts.password}
        autoComplete="new-password"
        hint={accounts.rules}
        {...text('password')}
      />
      <Button
        variant="secondary"
        onClick={() => set({ password: randomPassword() } as unknown as Partial<Values>)}
      >
        {accounts.make}
      </Button>
    </>
  );
}

/** Says how somebody is called, and of somebody else which role they have. */
export function PersonDialog({ person: { account, name, email, role: present, isMe } }: Props) {
  return (
    <FormDialog
      title={accounts.changeTitle}
      initial={{ name: name ?? '', role: present }}
      password
      send={async (typed, password) => {
        await setPerson(account, typed.name.trim(), typed.role, password);
        return accounts.roleChanged(typed.name.trim() || email, accounts.roles[typed.role].name);
      }}
    >
      {({ text, choice }) => (
        <>
          <p>
            <bdi className="strong" translate="no">
              {email}
            </bdi>
          </p>
          <TextField {...NAME} required={false} {...text('name')} />
          {!isMe && <Choices legend={accounts.role} choices={ROLES} {...choice('role')} />}
        </>
      )}
    </FormDialog>
  );
}

/** Disables an account, or enables it again. */
export function AccessDialog({ person }: Props) {
  const who = personName(person);
  const back = person.disabledAt !== null;
  return (
    <FormDialog
      title={back ? accounts.giveBackTitle : accounts.takeAwayTitle}
      submit={back ? accounts.giveBack : accounts.takeAway}
      destructive={!back}
      password
      send={async (_, password) => {
        await setAccess(person.account, back, password);
        return (back ? accounts.givenBack : accounts.takenAway)(who);
      }}
    >
      <p>{(back ? accounts.giveBackText : accounts.takeAwayText)(who)}</p>
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
