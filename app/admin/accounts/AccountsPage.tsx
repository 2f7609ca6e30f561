import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type Administrator, listAdministrators, setAccess } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useMay } from '../controls/use-may.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import '../controls/desk-pages.css';

/** The team's accounts, for whoever may see them, and the signed-in person's own password. Source: docs/ux.md §8.8; docs/threats.md T13. */
export function AccountsPage() {
  const may = useMay();
  return (
    <div className="desk-page">
      {may('ver_contas') && <People />}
      <OwnPassword />
    </div>
  );
}

function People() {
  const client = useQueryClient();
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });
  const [message, setMessage] = useState<{ text: string; tone: 'success' | 'error' } | null>(null);
  const [edited, setEdited] = useState<Administrator | 'new' | null>(null);
  const [changing, setChanging] = useState<Administrator | null>(null);
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

  function done(text: string) {
    setEdited(null);
    setChanging(null);
    setMessage({ text, tone: 'success' });
    void client.invalidateQueries({ queryKey: ['administrators'] });
  }

  return (
    <>
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
          <PeopleTable
            people={people.data}
            onChangeRole={setChanging}
            onResetPassword={setEdited}
            onRevoke={setRevoking}
            onRestore={(person) => changeAccess(person, true)}
          />
        )}
      </section>
      {edited && (
        <PersonDialog
          person={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={done}
        />
      )}
      {changing && <RoleDialog person={changing} onClose={() => setChanging(null)} onDone={done} />}
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
    </>
  );
}
