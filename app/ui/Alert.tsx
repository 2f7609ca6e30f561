import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import './notices.css';

/** A message that stays, announced as it appears. An error interrupts; a success waits its turn. */
export function Alert({
  title,
  tone = 'error',
  children,
}: {
  title: string;
  tone?: 'error' | 'success';
  children?: ReactNode;
}) {
  return (
    <div className={`alert alert--${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone === 'error' ? 'alert' : 'check'} />
      <div className="alert__words">
        <p className="alert__title">{title}</p>
        {children && <div className="alert__text">{children}</div>}
      </div>
    </div>
  );
}
