import { project } from '../../content/social-project.ts';
import { Icon } from '../ui/Icon.tsx';

/** What is wrong with an answer, beside it; nothing while all is well. */
export function FieldProblem({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="field__problem" id={id}>
      <Icon name="alert" />
      <span>
        <span className="vh">{project.problems.prefix} </span>
        {children}
      </span>
    </p>
  );
}
