import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type Administrator, listAdministrators, setAccess } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import '../controls/desk-pages.css';

/** The administrators and the signed-in person's own password. Source: docs/ux.md §8.8; docs/threats.md T13. */
export function AccountsPage() {
  const client = useQueryClient();
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });
  const [message, setMessage] = useState<{ text: string; tone: 'success' | 'error' } | null>(null);
  const [edited, setEdited] = useState<Administrator | 'new' | null>(null);
  const [revoking, setRevoking] = useState<Administrator | null>(null);

  async function changeAccess(person: Administrator, access: boolean) {
    setRevoking(null);
    try {
      await setAccess(person.account, access);
      setMessage({
        text: access ? accounts.givenBack(person.email) : accounts.takenAway(person.email),
        tone: 'success',
      });
    } catch (error) {
      setMessage({ text: accountFailure(error), tone: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['administrators'] });
  }

  return (
    <div className="desk-page">
      <section className="desk-page" aria-labelledby="contas-pessoas">
        <div className="desk-page__head">
          <h2 className="desk-card__title" id="contas-pessoas">
            {accounts.people}
          </h2>
          <Button variant="secondary" onClick={() => setEdited('new')}>
            {accounts.add}
          </Button>
        </div>
        <p>{accounts.intro}</p>
        {message && <Alert title={message.text} tone={message.tone} />}
        {people.isError && (
          <ListAlert error={people.error} retrying={people.isFetching} onRetry={people.refetch} />
        )}
        {people.isPending && <Loading>{accounts.loading}</Loading>}
        {people.data && (
          <People
            people={people.data}
            onResetPassword={setEdited}
            onRevoke={setRevoking}
            onRestore={(person) => changeAccess(person, true)}
          />
        )}
      </section>
      <OwnPassword />
      {edited && (
        <PersonDialog
          person={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={(text) => {
            setEdited(null);
            setMessage({ text, tone: 'success' });
            void client.invalidateQueries({ queryKey: ['administrators'] });
          }}
        />
      )}
      {revoking && (
        <Dialog
          title={accounts.takeAwayTitle}
          className="dialog--small"
          onClose={() => setRevoking(null)}
          footer={
            <>
              <Button variant="secondary" onClick={() => setRevoking(null)}>
                {accounts.cancel}
              </Button>
              <Button variant="destructive" onClick={() => changeAccess(revoking, false)}>
                {accounts.takeAway}
              </Button>
            </>
          }
        >
          <p>{accounts.takeAwayText(revoking.email)}</p>
        </Dialog>
      )}
    </div>
  );
}

function People({
  people,
  onResetPassword,
  onRevoke,
  onRestore,
}: {
  people: readonly Administrator[];
  onResetPassword: (person: Administrator) => void;
  onRevoke: (person: Administrator) => void;
  onRestore: (person: Administrator) => void;
}) {
  const [email, access, last] = accounts.columns;
  return (
    <table className="desk-table">
      <caption className="vh">{accounts.caption}</caption>
      <thead className="desk-table__head">
        <tr>
          {accounts.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.account}>
            <td data-label={email}>
              <bdi className="desk-table__strong" translate="no">
                {person.email}
              </bdi>
              {person.isMe && ` (${accounts.me})`}
            </td>
            <td data-label={access}>
              {person.disabledAt ? accounts.noAccess(brazilianDay(person.disabledAt)) : accounts.hasAccess}
            </td>
            <td data-label={last}>
              {person.lastSignIn ? brazilianMoment(new Date(person.lastSignIn)) : accounts.never}
            </td>
            <td>
              {person.isMe ? null : (
                <div className="desk-table__actions">
                  <Button
                    variant="secondary"
                    aria-label={`${accounts.newPassword} para ${person.email}`}
                    onClick={() => onResetPassword(person)}
                  >
                    {accounts.newPassword}
                  </Button>
                  {person.disabledAt ? (
                    <Button
                      variant="secondary"
                      aria-label={`${accounts.giveBack} de ${person.email}`}
                      onClick={() => onRestore(person)}
                    >
                      {accounts.giveBack}
                    </Button>
                  ) : (
                    <Button
                      variant="destructive"
                      aria-label={`${accounts.takeAway} de ${person.email}`}
                      onClick={() => onRevoke(person)}
                    >
                      {accounts.takeAway}
                    </Button>
                  )}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
