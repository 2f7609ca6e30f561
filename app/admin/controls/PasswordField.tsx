import { type ComponentProps, useState } from 'react';
import { confirming } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import { useSession } from '../../api/session.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'children'>;

/** A password input with a button that shows the password. */
export function PasswordField(props: Props & { autoComplete: 'current-password' | 'new-password' }) {
  const [visible, setVisible] = useState(false);
  return (
    <TextField {...props} type={visible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        className="link-button"
        type="button"
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {admin.showPassword}
      </button>
    </TextField>
  );
}

/** The signed-in person's own password. */
export function OwnPasswordField(props: Omit<Props, 'label'> & { label?: string; hint?: string }) {
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
