import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../domain/dates.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { accountFailure } from './account-failure.ts';
import { type Administrator, listAdministrators, setAccess } from './answering.ts';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import './answering.css';

/** Who has access, and one's own password. Source: ux.md §8.8; threats T13. */
export function AccountsPage() {
  const client = useQueryClient();
  const people = useQuery({ queryKey: ['administradores'], queryFn: listAdministrators });
  const [said, setSaid] = useState<{ text: string; tone: 'success' | 'error' } | null>(null);
  const [changed, setChanged] = useState<Administrator | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Administrator | null>(null);

  async function change(person: Administrator, access: boolean) {
    setLeaving(null);
    try {
      await setAccess(person.conta, access);
      setSaid({
        text: access ? accounts.givenBack(person.email) : accounts.takenAway(person.email),
        tone: 'success',
      });
    } catch (error) {
      setSaid({ text: accountFailure(error), tone: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['administradores'] });
  }

  return (
    <div className="desk-page">
      <section className="desk-page" aria-labelledby="contas-pessoas">
        <div className="desk-page__head">
          <h2 className="desk-card__title" id="contas-pessoas">
            {accounts.people}
          </h2>
          <Button variant="secondary" onClick={() => setChanged('new')}>
            {accounts.add}
          </Button>
        </div>
        <p>{accounts.intro}</p>
        {said && <Alert title={said.text} tone={said.tone} />}
        {people.isError && (
          <ListAlert error={people.error} retrying={people.isFetching} onRetry={people.refetch} />
        )}
        {people.isPending && <Loading>{accounts.loading}</Loading>}
        {people.data && (
          <People
            people={people.data}
            onPassword={setChanged}
            onLeave={setLeaving}
            onReturn={(person) => change(person, true)}
          />
        )}
      </section>
      <OwnPassword />
      {changed && (
        <PersonDialog
          person={changed === 'new' ? null : changed}
          onClose={() => setChanged(null)}
          onDone={(text) => {
            setChanged(null);
            setSaid({ text, tone: 'success' });
            void client.invalidateQueries({ queryKey: ['administradores'] });
          }}
        />
      )}
      {leaving && (
        <Dialog
          title={accounts.takeAwayTitle}
          className="dialog--small"
          onClose={() => setLeaving(null)}
          footer={
            <>
              <Button variant="secondary" onClick={() => setLeaving(null)}>
                {accounts.cancel}
              </Button>
              <Button variant="destructive" onClick={() => change(leaving, false)}>
                {accounts.takeAway}
              </Button>
            </>
          }
        >
          <p>{accounts.takeAwayText(leaving.email)}</p>
        </Dialog>
      )}
    </div>
  );
}

function People({
  people,
  onPassword,
  onLeave,
  onReturn,
}: {
  people: readonly Administrator[];
  onPassword: (person: Administrator) => void;
  onLeave: (person: Administrator) => void;
  onReturn: (person: Administrator) => void;
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
          <tr key={person.conta}>
            <td data-label={email}>
              <bdi className="desk-table__strong" translate="no">
                {person.email}
              </bdi>
              {person.eu && ` (${accounts.me})`}
            </td>
            <td data-label={access}>
              {person.desativado_em
                ? accounts.noAccess(brazilianDay(person.desativado_em))
                : accounts.hasAccess}
            </td>
            <td data-label={last}>
              {person.ultima_entrada ? brazilianMoment(new Date(person.ultima_entrada)) : accounts.never}
            </td>
            <td>
              {person.eu ? null : (
                <div className="desk-table__actions">
                  <Button
                    variant="secondary"
                    aria-label={`${accounts.newPassword} para ${person.email}`}
                    onClick={() => onPassword(person)}
                  >
                    {accounts.newPassword}
                  </Button>
                  {person.desativado_em ? (
                    <Button
                      variant="secondary"
                      aria-label={`${accounts.giveBack} de ${person.email}`}
                      onClick={() => onReturn(person)}
                    >
                      {accounts.giveBack}
                    </Button>
                  ) : (
                    <Button
                      variant="destructive"
                      aria-label={`${accounts.takeAway} de ${person.email}`}
                      onClick={() => onLeave(person)}
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
