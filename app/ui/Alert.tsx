import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import './fields.css';

type Tone = 'error' | 'success' | 'info';

const ICONS = { error: 'alert', success: 'check', info: null } as const;

type Props = { title: string; tone?: Tone; children?: ReactNode };

/** A message that stays on the page, announced when it appears: an error assertively, others politely. */
export function Alert({ title, tone = 'error', children }: Props) {
  return (
    <div className={`notice alert notice--${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {ICONS[tone] && <Icon name={ICONS[tone]} />}
      <div>
        <p className="alert__title">{title}</p>
        {children && <div className="alert__text">{children}</div>}
      </div>
    </div>
  );
}
