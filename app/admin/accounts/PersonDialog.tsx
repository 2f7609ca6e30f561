import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import type { Role } from '../../../domain/roles.ts';
import { Choices } from '../../ui/fields/Choices.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { addAdministrator, administratorsQuery, changePerson } from '../api/accounts.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';

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

/**
 * Gives somebody access who had none (`of` null), or changes the account `of`: its first name and, of somebody else,
 * role, access and password. What of that is stored although another part failed is not sent again.
 */
export function PersonDialog({ of }: { of: string | null }) {
  const person = useQuery(administratorsQuery).data?.find(({ account }) => account === of);
  const initial = {
    name: person?.name ?? '',
    email: person?.email ?? '',
    role: person?.role ?? ('secretaria' as Role),
    access: !person?.disabledAt,
    password: '',
  };
  type Typed = typeof initial;
  const isOther = !person?.isMe;
  /** That of a direção is the owner's to change. */
  const takesPassword = (role: Role) => !person || (isOther && ![person.role, role].includes('direcao'));

  function changesOf({ name, role, access, password }: Typed) {
    return {
      ...((name.trim() !== initial.name || role !== initial.role) && { who: { name: name.trim(), role } }),
      ...(access !== initial.access && { access }),
      ...(password && takesPassword(role) && { password }),
    };
  }

  async function change(account: string, typed: Typed, own: string) {
    const changes = changesOf(typed);
    await changePerson(account, changes, own);
    return accounts.changed(typed.name.trim() || typed.email, [
      accounts.roles[typed.role].name,
      ...('access' in changes ? [typed.access ? accounts.hasAccess : accounts.lostAccess] : []),
      ...('password' in changes ? [accounts.newPassword] : []),
    ]);
  }

  async function add(typed: Typed, own: string) {
    const [name, email] = [typed.name.trim(), typed.email.trim()];
    await addAdministrator({ ...typed, name, email }, own);
    return accounts.added(name);
  }

  return (
    <FormDialog
      title={of ? accounts.changeTitle : accounts.addTitle}
      submit={of ? undefined : accounts.include}
      busy={of ? undefined : accounts.including}
      initial={initial}
      disabled={(typed) => of !== null && Object.keys(changesOf(typed)).length === 0}
      check={({ name, email, password }) =>
        of
          ? {}
          : {
              ...(name.trim() === '' && { name: accounts.nameMissing }),
              ...(email.trim() === '' && { email: admin.emailMissing }),
              ...(password === '' && { password: admin.passwordMissing }),
            }
      }
      password
      send={(typed, own) => (of ? change(of, typed, own) : add(typed, own))}
    >
      {({ values, text, choice, tick }) => (
        <>
          <TextField
            label={accounts.name}
            hint={accounts.nameHint}
            autoComplete="off"
            maxLength={60}
            required={!of}
            {...text('name')}
          />
          <TextField
            label={accounts.email}
            type="email"
            autoComplete="off"
            readOnly={of !== null}
            {...text('email')}
          />
          {isOther && <Choices legend={accounts.role} choices={ROLES} {...choice('role')} />}
          {isOther && of && (
            <TickBox label={accounts.access} hint={accounts.accessHint} {...tick('access')} />
          )}
          {takesPassword(values.role) && (
            <PasswordField
              label={of ? accounts.nextPassword : accounts.password}
              autoComplete="new-password"
              required={!of}
              hint={of ? accounts.nextPasswordHint : accounts.rules}
              {...text('password')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
