import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { type Administrator, listAdministrators } from '../api/accounts.ts';
import { QueryState } from '../controls/QueryState.tsx';
import { useMay } from '../controls/use-may.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { AccessDialog, PasswordDialog, RoleDialog } from './PersonDialogs.tsx';
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
  const [dialog, setDialog] = useState<ReactNode>(null);

  const close = () => setDialog(null);
  const done = (text: string) => {
    close();
    setMessage(text);
    void client.invalidateQueries({ queryKey: ['administrators'] });
  };
  const giving = (person: Administrator | null) =>
    setDialog(<PasswordDialog person={person} onDone={done} onClose={close} />);

  return (
    <>
      <section className="desk-page stack gap-5" aria-labelledby="contas-pessoas">
        <div className="desk-page__head row between gap-3">
          <h2 className="desk-card__title" id="contas-pessoas">
            {accounts.people}
          </h2>
          <SecondaryButton onClick={() => giving(null)}>{accounts.add}</SecondaryButton>
        </div>
        <p>{accounts.intro}</p>
        {message && <Alert title={message} tone="success" />}
        <QueryState query={people} loading={accounts.loading} />
        {people.data && (
          <PeopleTable
            people={people.data}
            onChangeRole={(person) => setDialog(<RoleDialog person={person} onDone={done} onClose={close} />)}
            onResetPassword={giving}
            onAccess={(person) => setDialog(<AccessDialog person={person} onDone={done} onClose={close} />)}
          />
        )}
      </section>
      {dialog}
    </>
  );
}
