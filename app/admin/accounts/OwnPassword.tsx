import { accounts } from '../../../content/accounts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { changeOwnPassword } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { Card } from '../controls/Card.tsx';
import { OwnPasswordField } from '../controls/OwnPasswordField.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { useForm } from '../controls/use-form.ts';

const { own } = accounts;

/** Changes the signed-in person's password; asks for the current one, so that an unattended page is not enough. */
export function OwnPassword() {
  const { form, text, said, say, reset, busy } = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      ...(current === '' && { current: own.currentMissing }),
      ...(next === '' && { next: own.nextMissing }),
    }),
    send: async ({ current, next }) => {
      await changeOwnPassword(current, next);
      reset();
      say({ title: own.done, tone: 'success' });
    },
    explain: accountFailure,
  });

  return (
    <Card id="senha-propria" title={own.title}>
      <p>{own.text}</p>
      <form className="desk-form stack gap-5" aria-labelledby="senha-propria" {...form}>
        <OwnPasswordField label={own.current} hint={undefined} {...text('current')} />
        <PasswordField label={own.next} autoComplete="new-password" hint={accounts.rules} {...text('next')} />
        {said && <Alert {...said} />}
        <Button type="submit" busyText={busy && accounts.saving}>
          {own.submit}
        </Button>
      </form>
    </Card>
  );
}
