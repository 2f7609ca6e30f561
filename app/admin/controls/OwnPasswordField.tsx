import type { ComponentProps } from 'react';
import { confirming } from '../../../content/accounts.ts';
import { useSession } from '../../api/session.tsx';
import { PasswordField } from './PasswordField.tsx';

type Props = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

/** The signed-in person's own password. */
export function OwnPasswordField(props: Props) {
  const { user } = useSession();
  return (
    <>
      {/* tells password managers whose password it is */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label={confirming.label}
        hint={confirming.hint}
        {...props}
        autoComplete="current-password"
      />
    </>
  );
}
