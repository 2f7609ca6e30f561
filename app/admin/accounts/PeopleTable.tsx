import { accounts, roleNames } from '../../../content/accounts.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { Button } from '../../ui/Button.tsx';
import type { Administrator } from '../api/accounts.ts';
import { DeskTable } from '../controls/DeskTable.tsx';

type Actions = {
  onChangeRole: (person: Administrator) => void;
  onResetPassword: (person: Administrator) => void;
  onAccess: (person: Administrator) => void;
};

/** The accounts with their roles, and buttons to change them; none in the signed-in person's own row, and no password for the direção. */
export function PeopleTable({ people, ...actions }: Actions & { people: readonly Administrator[] }) {
  const [email, role, access, last] = accounts.columns;
  return (
    <DeskTable caption={accounts.caption} columns={accounts.columns}>
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
          <td>{!person.isMe && <PersonActions person={person} {...actions} />}</td>
        </tr>
      ))}
    </DeskTable>
  );
}

type ActionsProps = Actions & { person: Administrator };

function PersonActions({ person, onChangeRole, onResetPassword, onAccess }: ActionsProps) {
  const { email, role, disabledAt } = person;
  const button = (act: string, of: string, press: (person: Administrator) => void) => (
    <Button
      variant={act === accounts.takeAway ? 'destructive' : 'secondary'}
      aria-label={`${act} ${of} ${email}`}
      onClick={() => press(person)}
    >
      {act}
    </Button>
  );
  return (
    <div className="desk-table__actions flow gap-2">
      {button(accounts.changeRole, 'de', onChangeRole)}
      {role !== 'direcao' && button(accounts.newPassword, 'para', onResetPassword)}
      {button(disabledAt ? accounts.giveBack : accounts.takeAway, 'de', onAccess)}
    </div>
  );
}
