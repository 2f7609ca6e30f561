import { accounts } from '../../../content/accounts.ts';
import type { GivenRole } from '../../../domain/roles.ts';
import { Choices } from '../controls/Choices.tsx';

const { secretaria, direcao } = accounts.roles;

const words = ({ name, may }: { name: string; may: string }) => (
  <>
    {name}
    <span className="desk-table__more">{may}</span>
  </>
);

/** The role of somebody, with what it may do. */
export function RoleChoice({ role, onChange }: { role: GivenRole; onChange: (role: GivenRole) => void }) {
  return (
    <Choices
      name="papel"
      legend={accounts.role}
      choices={{ secretaria: words(secretaria), direcao: words(direcao) }}
      chosen={role}
      onChange={onChange}
    />
  );
}
