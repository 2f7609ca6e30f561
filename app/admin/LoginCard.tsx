import { type FormEvent, useEffect, useRef, useState } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { failures } from '../../content/messages.ts';
import { noAnswer } from '../api/accounts.ts';
import { useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { hideToast } from '../ui/toast/toast.ts';
import { useReady } from '../ui/use-ready.ts';
import { isAnyUnsent } from './classes/unsent.ts';
import { focusNewScreen } from './controls/focus-target.ts';
import { PasswordField } from './controls/PasswordField.tsx';
import { useUnsaved } from './controls/unsaved.ts';

type SignInError = Parameters<typeof noAnswer>[0];

/**
 * Sign-in form for administrators; what is missing in it the browser itself says. `waited`: a decision had no answer
 * when the session before ended. Source: SPEC §2, §5, §8.
 */
export function LoginCard({ waited }: { waited: boolean }) {
  const { signIn, over, loading } = useSession();
  const unsaved = useUnsaved();
  const ready = useReady(); // before hydration the browser itself would submit the form
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!loading) focusNewScreen(email.current);
  }, [loading]);

  // Read when it is sent and not at each key: a password manager may fill the inputs without an event.
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    hideToast(); // of the previous attempt
    setFailure('');
    setBusy(true);
    const { error } = await signIn(email.current?.value.trim() ?? '', password.current?.value ?? '');
    setBusy(false);
    if (!error) return;
    setFailure(loginFailure(error));
    password.current?.focus();
    password.current?.select();
  }

  return (
    <section className="login stack gap-5" aria-labelledby="login-title">
      <h1 className="login__title" id="login-title">
        Acesso Administrativo
      </h1>
      {over && !failure && (
        <Alert title={admin.sessionOver}>
          <p>{admin.sessionIdle}</p>
          {unsaved && <p>{admin.unsavedTexts}</p>}
        </Alert>
      )}
      {waited && <Alert title={admin.decisionWaited} tone="info" />}
      {ready && isAnyUnsent() && <p className="notice notice--info">{admin.unsentMarks}</p>}
      <form className="stack gap-5" aria-labelledby="login-title" onSubmit={onSubmit}>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" ref={email} />
        <PasswordField label="Senha" name="password" autoComplete="current-password" ref={password} />
        {failure && <Alert title={failure} />}
        <Button type={ready ? 'submit' : 'button'} busyText={busy && 'Entrando…'}>
          Entrar
        </Button>
        <p className="field__hint">{admin.passwordLost}</p>
      </form>
    </section>
  );
}

/** One text for every refusal, so that it does not reveal which e-mails have an account. */
function loginFailure(error: SignInError): string {
  if (noAnswer(error)) return admin.noAnswer;
  return error.status === 429 ? failures.tooMany : admin.loginFailed;
}
