import { Icon } from './Icon.tsx';

type Props = { id: string; children: string | undefined };

/** The error below a field; nothing without an error. The key replaces the element when the text changes, which a translated page needs. */
export function FieldProblem({ id, children }: Props) {
  if (!children) return null;
  return (
    <p className="field__problem" id={id} key={children}>
      <Icon name="alert" />
      <span>
        <span className="vh">Erro: </span>
        {children}
      </span>
    </p>
  );
}
