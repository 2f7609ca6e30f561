import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { chatLink } from '../../domain/contact.ts';
import { Icon } from '../ui/Icon.tsx';

type Props = { id: string; children: string | undefined; wayOut?: string | undefined };

/** What is wrong with an answer, beside it, and a chat for who cannot mend it; nothing while all is well. The key makes it new with its words, also where the browser translated them. */
export function FieldProblem({ id, children, wayOut }: Props) {
  if (!children) return null;
  const chat = wayOut && chatLink(brand.phone, project.help.message);
  return (
    <p className="field__problem" id={id} key={children}>
      <Icon name="alert" />
      <span>
        <span className="vh">{project.problems.prefix} </span>
        {children}{' '}
        {chat && (
          <a href={chat} target="_blank" rel="noopener noreferrer">
            {wayOut}
          </a>
        )}
      </span>
    </p>
  );
}
