import type { ComponentProps } from 'react';
import { Spinner } from './Spinner.tsx';
import './ui.css';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: 'primary' | 'secondary' | 'destructive';
  /** While something is under way: what the button reads meanwhile. It is disabled and turns a spinner. */
  busyText?: string | false;
};

/** A native button; `type` is `button` unless said otherwise. */
export function Button({ variant = 'primary', busyText = false, disabled, children, ...rest }: Props) {
  const busy = busyText !== false;
  return (
    <button type="button" {...rest} className={`button button--${variant}`} disabled={busy || disabled}>
      {busy ? (
        <>
          <Spinner />
          {busyText}
        </>
      ) : (
        children
      )}
    </button>
  );
}
