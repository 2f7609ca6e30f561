import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Administrator, listAdministrators } from '../api/accounts.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useMay } from '../controls/use-may.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import '../controls/desk-pages.css';

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

function People() {
  const client = useQueryClient();
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });
  const [message, setMessage] = useState('');
  const [edited, setEdited] = useState<Administrator | 'new' | null>(null);
  const [changing, setChanging] = useState<Administrator | null>(null);
  const [revoking, setRevoking] = useState<Administrator | null>(null);

  function done(text: string) {
    setEdited(null);
    setChanging(null);
    setRevoking(null);
    setMessage(text);
    void client.invalidateQueries({ queryKey: ['administrators'] });
  }

  return (
    <>
      <section className="desk-page stack gap-5" aria-labelledby="contas-pessoas">
        <div className="desk-page__head row between gap-3">
          <h2 className="desk-card__title" id="contas-pessoas">
            {accounts.people}
          </h2>
          <Button variant="secondary" onClick={() => setEdited('new')}>
            {accounts.add}
          </Button>
        </div>
        <p>{accounts.intro}</p>
        {message && <Alert title={message} tone="success" />}
        {people.isError && (
          <ListAlert error={people.error} retrying={people.isFetching} onRetry={people.refetch} />
        )}
        {people.isPending && <Loading>{accounts.loading}</Loading>}
        {people.data && (
          <PeopleTable
            people={people.data}
            onChangeRole={setChanging}
            onResetPassword={setEdited}
            onAccess={setRevoking}
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
      {revoking && <AccessDialog person={revoking} onClose={() => setRevoking(null)} onDone={done} />}
    </>
  );
}
