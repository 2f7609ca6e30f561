import { type FormEvent, useRef, useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { changeOwnPassword } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { PasswordField } from '../controls/PasswordField.tsx';

const { own } = accounts;

/** Changes the signed-in person's password; asks for the current one, so that an unattended page is not enough. */
export function OwnPassword() {
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [missing, setMissing] = useState<{ current?: string | undefined; next?: string | undefined }>({});
  const [failure, setFailure] = useState('');
  const [done, setDone] = useState(false);
  const [sending, setSending] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  const nextInput = useRef<HTMLInputElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    setDone(false);
    setFailure('');
    setMissing({
      ...(current === '' && { current: own.currentMissing }),
      ...(next === '' && { next: own.nextMissing }),
    });
    if (current === '') return currentInput.current?.focus();
    if (next === '') return nextInput.current?.focus();
    setSending(true);
    try {
      await changeOwnPassword(current, next);
      setCurrent('');
      setNext('');
      setDone(true);
    } catch (error) {
      setFailure(accountFailure(error));
    }
    setSending(false);
  }

  return (
    <section className="desk-card stack panel gap-4" aria-labelledby="senha-propria">
      <h2 className="desk-card__title" id="senha-propria">
        {own.title}
      </h2>
      <p>{own.text}</p>
      <form className="desk-form stack gap-5" aria-labelledby="senha-propria" noValidate onSubmit={onSubmit}>
        {/* tells password managers whose password it is */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          label={own.current}
          autoComplete="current-password"
          problem={missing.current}
          onEdit={() => setMissing({ ...missing, current: undefined })}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          ref={currentInput}
        />
        <PasswordField
          label={own.next}
          autoComplete="new-password"
          hint={accounts.rules}
          problem={missing.next}
          onEdit={() => setMissing({ ...missing, next: undefined })}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          ref={nextInput}
        />
        {failure && <Alert title={failure} />}
        {done && <Alert title={own.done} tone="success" />}
        <Button type="submit" busyText={sending && accounts.saving}>
          {own.submit}
        </Button>
      </form>
    </section>
  );
}
