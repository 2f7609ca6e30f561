import { type RefObject, useEffect, useRef } from 'react';
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
import { useSlow } from './controls/Loading.tsx';
import { PasswordField } from './controls/PasswordField.tsx';
import { useUnsaved } from './controls/unsaved.ts';
import { useForm } from './controls/use-form.ts';

type SignInError = Parameters<typeof noAnswer>[0];
type Credentials = { email: string; password: string };

/** Sign-in form for administrators. Source: SPEC §2, §5, §8. */
export function LoginCard({ settled }: { settled: RefObject<boolean> }) {
  const { signIn, over } = useSession();
  const unsaved = useUnsaved();
  const ready = useReady(); // before hydration the browser itself would submit the form
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  // Read when it is sent and not at each key: a password manager may fill the inputs without an event.
  const typed = (): Credentials => ({
    email: email.current?.value.trim() ?? '',
    password: password.current?.value ?? '',
  });
  const { form, text, busy, said } = useForm<Credentials>({
    initial: { email: '', password: '' },
    check: () => missingOf(typed()),
    send: async () => {
      const { error } = await signIn(typed().email, typed().password);
      if (!error) return;
      password.current?.focus();
      password.current?.select();
      throw error;
    },
    explain: loginFailure,
  });
  const slow = useSlow(busy);

  useEffect(() => {
    if (settled.current) focusNewScreen(email.current);
  }, [settled]);

  return (
    <section className="login stack" aria-labelledby="login-title">
      <h1 className="login__title" id="login-title">
        Acesso Administrativo
      </h1>
      {over && !said && <Alert title={admin.sessionOver}>{unsaved && <p>{admin.unsavedTexts}</p>}</Alert>}
      <form
        className="login__form stack"
        aria-labelledby="login-title"
        {...form}
        onSubmit={(event) => {
          hideToast(); // of the previous attempt
          void form.onSubmit(event);
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          {...text('email')}
          value={undefined}
          ref={email}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          {...text('password')}
          value={undefined}
          ref={password}
        />
        {said && <Alert {...said} />}
        <Button type={ready ? 'submit' : 'button'} busyText={busy && 'Entrando…'}>
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
const missingOf = ({ email, password }: Credentials) => ({
  ...(!/^\S+@\S+$/.test(email) && { email: admin.emailMissing }),
  ...(password === '' && { password: admin.passwordMissing }),
});

/** One text for every refusal, so that it does not reveal which e-mails have an account. */
function loginFailure(error: unknown): string {
  if (noAnswer(error as SignInError)) return admin.noAnswer;
  return (error as SignInError).status === 429 ? failures.tooMany : admin.loginFailed;
}
