import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Spinner } from './Spinner.tsx';
import './ui.css';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: 'primary' | 'secondary' | 'destructive';
  /** While something is under way: what the button reads meanwhile. It is disabled and turns a spinner. */
  busyText?: string | false;
};

/**
 * A native button; `type` is `button` unless said otherwise. The browser takes the
 * focus from a button that is disabled: one that had it has it again afterwards.
 */
export function Button({ variant = 'primary', busyText = false, disabled, children, ...rest }: Props) {
  const busy = busyText !== false;
  const off = Boolean(busy || disabled);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const here = document.activeElement;
    if (off) hadFocus.current = here === button.current;
    else if (hadFocus.current && here === document.body) button.current?.focus({ preventScroll: true });
  }, [off]);

  return (
    <button type="button" {...rest} className={`button button--${variant}`} disabled={off} ref={button}>
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
