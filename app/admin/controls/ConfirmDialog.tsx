import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { confirming } from '../../../content/accounts.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { accountFailure } from './account-failure.ts';
import { PasswordField } from './PasswordField.tsx';
import './desk-pages.css';

/**
 * Asks for the signed-in person's password before what cannot be taken back. `checkRest` shows what
 * else is missing (in `children`) and tells whether anything was; then `confirm` is called with the
 * password, and what it throws is said in the dialog. Source: docs/ux.md §8.6, §8.8.
 */
export function ConfirmDialog({
  title,
  submit,
  busy,
  destructive = false,
  checkRest = () => true,
  confirm,
  onClose,
  children,
}: {
  title: string;
  submit: string;
  busy: string;
  destructive?: boolean;
  checkRest?: () => boolean;
  confirm: (password: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { user } = useSession();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string>();
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    setFailure('');
    setMissing(password === '' ? confirming.missing : undefined);
    if (!checkRest()) return;
    if (password === '') return input.current?.focus();
    setSending(true);
    try {
      await confirm(password);
    } catch (error) {
      setFailure(accountFailure(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog
      title={title}
      className="dialog--small dialog--low"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {confirming.cancel}
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            type="submit"
            form={formId}
            busyText={sending && busy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form className="desk-form stack gap-5" id={formId} noValidate onSubmit={onSubmit}>
        {children}
        {/* tells password managers whose password it is */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          label={confirming.label}
          autoComplete="current-password"
          hint={confirming.hint}
          problem={missing}
          onEdit={() => setMissing(undefined)}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          ref={input}
        />
        {failure && (
          <div className="desk-form__failure" ref={intoView}>
            <Alert title={failure} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Below the fields, on a phone it may begin behind the buttons. */
const intoView = (failure: HTMLElement | null) => failure?.scrollIntoView({ block: 'nearest' });
