import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { failures } from '../../content/messages.ts';
import { noAnswer } from '../api/auth.ts';
import { useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { hideToast } from '../ui/toast/toast.ts';
import { useReady } from '../ui/use-ready.ts';
import { focusNewScreen } from './controls/focus-target.ts';
import { PasswordField } from './controls/PasswordField.tsx';
import { useUnsaved } from './controls/unsaved.ts';
import { useSlow } from './controls/use-slow.ts';

type Credentials = { email: string; password: string };
type Missing = { [Name in keyof Credentials]?: string | undefined };

/** Sign-in form for administrators. Source: SPEC §2, §5, §8. */
export function LoginCard({ settled }: { settled: RefObject<boolean> }) {
  const { signIn, over } = useSession();
  const unsaved = useUnsaved();
  const ready = useReady(); // before hydration the browser itself would submit the form
  const [sending, setSending] = useState(false);
  const slow = useSlow(sending);
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (settled.current) focusNewScreen(email.current);
  }, [settled]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    // Read here and not at each key: a password manager may fill the inputs without an event.
    const typed = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const found = missingOf(typed);
    setMissing(found);
    setFailure(null);
    hideToast(); // of the previous attempt
    if (found.email) return email.current?.focus();
    if (found.password) return password.current?.focus();

    setSending(true);
    const { error } = await signIn(typed.email, typed.password);
    setSending(false);
    if (!error) return;
    setFailure(loginFailure(error.status, noAnswer(error)));
    password.current?.focus();
    password.current?.select();
  }

  return (
    <section className="login stack" aria-labelledby="login-title">
      <h1 className="login__title" id="login-title">
        Acesso Administrativo
      </h1>
      {over && !failure && <Alert title={admin.sessionOver}>{unsaved && <p>{admin.unsavedTexts}</p>}</Alert>}
      <form className="login__form" aria-labelledby="login-title" noValidate onSubmit={onSubmit}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          problem={missing.email}
          onEdit={() => setMissing({ ...missing, email: undefined })}
          ref={email}
        />
        <PasswordField
          label="Senha"
          name="password"
          autoComplete="current-password"
          problem={missing.password}
          onEdit={() => setMissing({ ...missing, password: undefined })}
          ref={password}
        />
        {failure && !sending && <Alert title={failure} />}
        <Button type={ready ? 'submit' : 'button'} busyText={sending && 'Entrando…'}>
          Entrar
        </Button>
        <p className="field__hint">{admin.passwordLost}</p>
        <p className="login__slow" role="status">
          {slow && admin.slow}
        </p>
      </form>
    </section>
  );
}

/** Error texts of the fields that are empty, or hold no e-mail. */
function missingOf({ email, password }: Credentials): Missing {
  return {
    ...(!/^\S+@\S+$/.test(email) && { email: admin.emailMissing }),
    ...(password === '' && { password: admin.passwordMissing }),
  };
}

/** One text for every refusal, so that it does not reveal which e-mails have an account. */
function loginFailure(status: number | undefined, unanswered: boolean): string {
  if (unanswered) return admin.noAnswer;
  return status === 429 ? failures.tooMany : admin.loginFailed;
}
