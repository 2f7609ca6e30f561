import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

type Props = {
  className: string;
  href: string;
  /** Its name, where it is drawn as the icon alone. */
  label?: string;
  onClick?: (event: MouseEvent) => void;
  children?: ReactNode;
};

/** A WhatsApp link with its icon, opened in another tab. `href` comes from domain/contact.ts. */
export function ChatLink({ className, href, label, onClick, children }: Props) {
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      onClick={onClick}
    >
      <Icon name="whatsapp" />
      {children}
    </a>
  );
}
