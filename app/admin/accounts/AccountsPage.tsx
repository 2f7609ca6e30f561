import { useQuery } from '@tanstack/react-query';
import { accounts, roleNames } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { type Administrator, administratorsQuery, changeOwnPassword, personName } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { Card } from '../controls/Card.tsx';
import { DeskPage } from '../controls/DeskPage.tsx';
import { type Cells, DeskTable } from '../controls/DeskTable.tsx';
import { type Act, Menu } from '../controls/Menu.tsx';
import { OwnPasswordField } from '../controls/OwnPasswordField.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { useForm } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { AccessDialog, PasswordDialog, PersonDialog } from './PersonDialogs.tsx';

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

/** The accounts with their roles, and what changes them, behind '⋯' where that is more than one thing; of the signed-in person the name alone, and no password for the direção. */
function People() {
  const { open, ...page } = useDialog(administratorsQuery);
  const change = (person: Administrator) => () => open(<PersonDialog person={person} />);
  const actsOn = (person: Administrator): Act[] => [
    [accounts.change, change(person)],
    ...(person.role === 'direcao'
      ? []
      : [[accounts.newPassword, () => open(<PasswordDialog person={person} />)] as const]),
    ...(person.isMe ? [] : [accessOf(person, () => open(<AccessDialog person={person} />))]),
  ];

  return (
    <DeskPage
      {...page}
      titleId="contas-pessoas"
      head={
        <>
          <div className="desk-page__head row between gap-3">
            <h2 className="desk-card__title" id="contas-pessoas">
              {accounts.people}
            </h2>
            <SecondaryButton onClick={() => open(<PersonDialog person={null} />)}>
              {accounts.add}
            </SecondaryButton>
          </div>
          <p>{accounts.intro}</p>
        </>
      }
      query={useQuery(administratorsQuery)}
      loading={accounts.loading}
    >
      {(all) => (
        <DeskTable
          caption={accounts.caption}
          columns={accounts.columns}
          rows={all}
          rowId={({ account }) => account}
          cells={CELLS}
          actions={(person) =>
            actsOn(person).length > 1 ? (
              <Menu about={personName(person)} acts={actsOn(person)} />
            ) : (
              <SecondaryButton
                aria-label={`${accounts.change}: ${personName(person)}`}
                onClick={change(person)}
              >
                {accounts.change}
              </SecondaryButton>
            )
          }
        />
      )}
    </DeskPage>
  );
}

const accessOf = ({ disabledAt }: Administrator, change: () => void): Act =>
  disabledAt ? [accounts.giveBack, change] : [accounts.takeAway, change, 'error'];

const CELLS: Cells<Administrator> = [
  [
    (person) => (
      <>
        <bdi className="strong" translate="no">
          {personName(person)}
        </bdi>
        {person.isMe && ` (${accounts.me})`}
        {person.name && (
          <bdi className="hint block" translate="no">
            {person.email}
          </bdi>
        )}
      </>
    ),
    'desk-table__who',
  ],
  [({ role }) => roleNames[role], 'desk-table__word'],
  [({ disabledAt }) => (disabledAt ? accounts.noAccess(brazilianDay(disabledAt)) : accounts.hasAccess)],
  [({ lastSignIn }) => (lastSignIn ? brazilianMoment(new Date(lastSignIn)) : accounts.never)],
];

const { own } = accounts;

/** Changes the signed-in person's password; asks for the current one, so that an unattended page is not enough. */
function OwnPassword() {
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
