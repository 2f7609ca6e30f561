import { useQuery } from '@tanstack/react-query';
import { accounts, roleNames } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { type Administrator, administratorsQuery, changeOwnPassword, personName } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { Card } from '../controls/Card.tsx';
import { DeskPage } from '../controls/DeskPage.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { OwnPasswordField } from '../controls/OwnPasswordField.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { useForm } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { PersonDialog } from './PersonDialog.tsx';

/** The team's accounts, for whoever may see them, and the signed-in person's own password. Source: docs/ux.md §8.8; docs/security.md T13. */
export function AccountsPage() {
  const may = useMay();
  return (
    <div className="desk-page stack gap-5">
      {may('ver_contas') && <People />}
      <OwnPassword />
    </div>
  );
}

/** The accounts with their roles, each with what changes it. */
function People() {
  const { open, dialog } = useDialog();
  return (
    <DeskPage
      dialog={dialog}
      head={
        <>
          <div className="desk-page__head row between gap-3">
            <h2 className="desk-card__title">{accounts.people}</h2>
            <SecondaryButton onClick={() => open(<PersonDialog of={null} />)}>{accounts.add}</SecondaryButton>
          </div>
          <p>{accounts.intro}</p>
        </>
      }
      query={useQuery(administratorsQuery)}
      loading={accounts.loading}
    >
      {(all) => (
        <Lines label={accounts.people}>
          {all.map((person) => (
            <Line
              key={person.account}
              title={<bdi translate="no">{personName(person)}</bdi>}
              hint={stateOf(person)}
              acts={
                <SecondaryButton
                  aria-label={`${accounts.change}: ${personName(person)}`}
                  onClick={() => open(<PersonDialog of={person.account} />)}
                >
                  {accounts.change}
                </SecondaryButton>
              }
            >
              {person.isMe && `(${accounts.me})`}
            </Line>
          ))}
        </Lines>
      )}
    </DeskPage>
  );
}

/** Role, access and last sign-in; the e-mail where the name stands above it. */
const stateOf = ({ name, email, role, disabledAt, lastSignIn }: Administrator) =>
  [
    name && email,
    roleNames[role],
    disabledAt ? accounts.noAccess(brazilianDay(disabledAt)) : accounts.hasAccess,
    lastSignIn ? accounts.lastSignIn(brazilianMoment(new Date(lastSignIn))) : accounts.never,
  ]
    .filter(Boolean)
    .join(' · ');

const { own } = accounts;

/** Changes the signed-in person's password; asks for the current one, so that an unattended page is not enough. */
function OwnPassword() {
  const { form, text, said, reset, busy } = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      ...(current === '' && { current: own.currentMissing }),
      ...(next === '' && { next: own.nextMissing }),
    }),
    send: async ({ current, next }) => {
      await changeOwnPassword(current, next);
      reset();
      showToast({ title: own.done, tone: 'success' });
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
