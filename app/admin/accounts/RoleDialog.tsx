import { useState } from 'react';
import { accounts } from '../../../content/accounts.ts';
import type { Role } from '../../../domain/roles.ts';
import { type Administrator, setRole } from '../api/accounts.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
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
  const [role, choose] = useState<Role>(person.role);

  return (
    <ConfirmDialog
      title={accounts.changeRoleTitle}
      submit={accounts.save}
      busy={accounts.saving}
      confirm={async (password) => {
        await setRole(person.account, role, password);
        onDone(accounts.roleChanged(person.email, accounts.roles[role].name));
      }}
      onClose={onClose}
    >
      <p>
        <bdi className="strong" translate="no">
          {person.email}
        </bdi>
      </p>
      <RoleChoice role={role} onChange={choose} />
    </ConfirmDialog>
  );
}
