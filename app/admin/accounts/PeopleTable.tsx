import { accounts, roleNames } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { Button } from '../../ui/Button.tsx';
import type { Administrator } from '../api/accounts.ts';

/** The accounts with their roles, and buttons to change them; none in the signed-in person's own row, and no password for the direção. */
export function PeopleTable({
  people,
  onChangeRole,
  onResetPassword,
  onAccess,
}: {
  people: readonly Administrator[];
  onChangeRole: (person: Administrator) => void;
  onResetPassword: (person: Administrator) => void;
  onAccess: (person: Administrator) => void;
}) {
  const [email, role, access, last] = accounts.columns;
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
            <td className="desk-table__who" data-label={email}>
              <bdi className="strong" translate="no">
                {person.email}
              </bdi>
              {person.isMe && ` (${accounts.me})`}
            </td>
            <td className="desk-table__word" data-label={role}>
              {roleNames[person.role]}
            </td>
            <td data-label={access}>
              {person.disabledAt ? accounts.noAccess(brazilianDay(person.disabledAt)) : accounts.hasAccess}
            </td>
            <td data-label={last}>
              {person.lastSignIn ? brazilianMoment(new Date(person.lastSignIn)) : accounts.never}
            </td>
            <td>
              {person.isMe ? null : (
                <div className="desk-table__actions flow gap-2">
                  <Button
                    variant="secondary"
                    aria-label={`${accounts.changeRole} de ${person.email}`}
                    onClick={() => onChangeRole(person)}
                  >
                    {accounts.changeRole}
                  </Button>
                  {person.role !== 'direcao' && (
                    <Button
                      variant="secondary"
                      aria-label={`${accounts.newPassword} para ${person.email}`}
                      onClick={() => onResetPassword(person)}
                    >
                      {accounts.newPassword}
                    </Button>
                  )}
                  {person.disabledAt ? (
                    <Button
                      variant="secondary"
                      aria-label={`${accounts.giveBack} de ${person.email}`}
                      onClick={() => onAccess(person)}
                    >
                      {accounts.giveBack}
                    </Button>
                  ) : (
                    <Button
                      variant="destructive"
                      aria-label={`${accounts.takeAway} de ${person.email}`}
                      onClick={() => onAccess(person)}
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
