import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** What is wrong with an answer, beside it, and what helps who cannot mend it; nothing while all is well. The key makes it new with its words, also where the browser translated them. */
export function FieldProblem({
  id,
  children,
  help,
}: {
  id: string;
  children: string | undefined;
  help?: ReactNode;
}) {
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
