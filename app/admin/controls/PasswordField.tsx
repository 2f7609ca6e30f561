import { type ComponentProps, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

/** A password input with a button that shows the password. */
export function PasswordField(
  props: Omit<ComponentProps<typeof TextField>, 'type' | 'children'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
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
