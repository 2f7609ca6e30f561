import { accounts } from '../../../content/accounts.ts';
import type { Role } from '../../../domain/roles.ts';
import { Choices } from '../../ui/fields/Choices.tsx';

const { professor, secretaria, direcao } = accounts.roles;

const words = ({ name, may }: { name: string; may: string }) => (
  <>
    {name}
    <span className="hint block">{may}</span>
  </>
);

/** The role of somebody, with what it may do. */
export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Choices
      name="papel"
      legend={accounts.role}
      choices={{ professor: words(professor), secretaria: words(secretaria), direcao: words(direcao) }}
      chosen={role}
      onChange={onChange}
    />
  );
}
