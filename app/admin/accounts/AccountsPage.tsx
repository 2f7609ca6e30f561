import { useQuery } from '@tanstack/react-query';
import { accounts, roleNames } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { type Administrator, administratorsQuery, changeOwnPassword, personName } from '../api/accounts.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { useMay } from '../controls/use-may.ts';
import { Certificates } from './Certificates.tsx';
import { PersonDialog } from './PersonDialog.tsx';

/** The team's accounts, for whoever may see them, and the signed-in person's own password. Source: docs/ux.md §8.8; docs/security.md T13. */
export function AccountsPage() {
  const may = useMay();
  const { open, dialog } = useDialog();
  return (
    <div className="desk-page stack gap-5">
      {may('ver_contas') && <People />}
      {may('ver_contas') && <Certificates />}
      <SecondaryButton onClick={() => open(<OwnPasswordDialog />)}>{own.title}</SecondaryButton>
      {dialog}
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
            <h2 className="title-3">{accounts.people}</h2>
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
const OwnPasswordDialog = () => (
  <FormDialog
    title={own.title}
    submit={own.submit}
    initial={{ next: '' }}
    check={({ next }) => ({ next: next === '' ? own.nextMissing : '' })}
    password
    send={async ({ next }, current) => {
      await changeOwnPassword(current, next);
      return own.done;
    }}
  >
    {({ text }) => (
      <>
        <p>{own.text}</p>
        <PasswordField label={own.next} autoComplete="new-password" hint={accounts.rules} {...text('next')} />
      </>
    )}
  </FormDialog>
);
