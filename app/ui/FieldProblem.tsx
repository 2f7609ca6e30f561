import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

type Props = { id: string; children: string | undefined; help?: ReactNode };

/** The error below a field, with optional help; nothing without an error. The key replaces the element when the text changes, which a translated page needs. */
export function FieldProblem({ id, children, help }: Props) {
  if (!children) return null;
  return (
    <p className="field__problem" id={id} key={children}>
      <Icon name="alert" />
      <span>
        <span className="vh">Erro: </span>
        {children} {help}
      </span>
    </p>
  );
}
