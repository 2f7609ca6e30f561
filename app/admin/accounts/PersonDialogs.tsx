import type { ComponentProps, ReactNode } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import type { Role } from '../../../domain/roles.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
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

/** Gives somebody access who had none (`person` null), or says how somebody is called and, of somebody else, in which role they are. */
export function PersonDialog({ person }: { person: Administrator | null }) {
  return (
    <FormDialog
      title={person ? accounts.changeTitle : accounts.addTitle}
      submit={person ? undefined : accounts.include}
      busy={person ? undefined : accounts.including}
      initial={{
        ...{ name: person?.name ?? '', email: person?.email ?? '' },
        ...{ role: person?.role ?? ('secretaria' as Role), password: '' },
      }}
      check={({ name, email, password }) => ({
        ...(!person && name.trim() === '' && { name: accounts.nameMissing }),
        ...(email.trim() === '' && { email: admin.emailMissing }),
        ...(!person && password === '' && { password: admin.passwordMissing }),
      })}
      password
      send={async (typed, own) => {
        const [name, email] = [typed.name.trim(), typed.email.trim()];
        if (!person) {
          await addAdministrator({ ...typed, name, email }, own);
          return accounts.added(name);
        }
        await setPerson(person.account, name, typed.role, own);
        return accounts.roleChanged(name || email, accounts.roles[typed.role].name);
      }}
    >
      {(form) => (
        <>
          <TextField
            label={accounts.name}
            hint={accounts.nameHint}
            autoComplete="off"
            maxLength={60}
            required={!person}
            {...form.text('name')}
          />
          <TextField
            label={accounts.email}
            type="email"
            autoComplete="off"
            readOnly={Boolean(person)}
            {...form.text('email')}
          />
          {!person?.isMe && <Choices legend={accounts.role} choices={ROLES} {...form.choice('role')} />}
          {!person && <NewPassword field={form.text('password')} onMake={form.set} />}
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
          <NewPassword field={form.text('password')} onMake={form.set} />
        </>
      )}
    </FormDialog>
  );
}

type NewPasswordProps = {
  field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>;
  onMake: (made: { password: string }) => void;
};

/** The field of somebody else's password, and a button that makes one. */
const NewPassword = ({ field, onMake }: NewPasswordProps) => (
  <>
    <PasswordField label={accounts.password} autoComplete="new-password" hint={accounts.rules} {...field} />
    <SecondaryButton onClick={() => onMake({ password: randomPassword() })}>{accounts.make}</SecondaryButton>
  </>
);

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
