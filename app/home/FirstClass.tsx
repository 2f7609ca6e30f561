import { brand } from '../../content/brand.ts';
import { firstClass } from '../../content/home.ts';
import { chatLink } from '../../domain/contact.ts';
import { ChatLink } from '../ui/ChatLink.tsx';

/** What to bring to the first class and what to expect. */
export function FirstClass() {
  const { title, steps, minors, chat } = firstClass;
  const link = chatLink(brand.phone, chat.message);

  return (
    <div className="modalities__part stack gap-4">
      <h3 className="split__title">{title}</h3>
      <div className="stack gap-4">
        <ol className="first-class__steps stack gap-4">
          {steps.map((step) => (
            <li className="first-class__step" key={step}>
              {step}
            </li>
          ))}
        </ol>
        <p>{minors}</p>
        {link && (
          <ChatLink className="first-class__chat button button--primary" href={link}>
            {chat.label}
          </ChatLink>
        )}
      </div>
    </div>
  );
}
