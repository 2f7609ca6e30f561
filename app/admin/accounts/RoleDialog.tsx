import { type FormEvent, useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import type { GivenRole } from '../../../domain/roles.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type Administrator, setRole } from '../api/accounts.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** Gives somebody another role. `onDone` gets the text of the success message. */
export function RoleDialog({
  person,
  onDone,
  onClose,
}: {
  person: Administrator;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const [role, choose] = useState<GivenRole>(person.role === 'direcao' ? 'direcao' : 'secretaria');
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    if (role === person.role) return onClose();
    setFailure('');
    setSending(true);
    try {
      await setRole(person.account, role);
      onDone(accounts.roleChanged(person.email, accounts.roles[role].name));
    } catch (error) {
      setFailure(accountFailure(error));
      setSending(false);
    }
  }

  return (
    <Dialog
      title={accounts.changeRoleTitle}
      className="dialog--small"
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {accounts.cancel}
          </Button>
          <Button type="submit" form="papel" busyText={sending && accounts.saving}>
            {accounts.save}
          </Button>
        </>
      }
    >
      <form className="desk-form" id="papel" onSubmit={onSubmit}>
        <p>
          <bdi className="desk-table__strong" translate="no">
            {person.email}
          </bdi>
        </p>
        <RoleChoice role={role} onChange={choose} />
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}
