import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Spinner } from './Spinner.tsx';
import './ui.css';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: 'primary' | 'secondary' | 'destructive';
  /** The text while busy: the button is disabled then and shows a spinner. */
  busyText?: string | false;
};

/**
 * A native button; `type` defaults to `button`. Browsers take the focus from a button
 * that becomes disabled: it is given back afterwards.
 */
export function Button({ variant = 'primary', busyText = false, disabled, children, ...rest }: Props) {
  const busy = busyText !== false;
  const off = Boolean(busy || disabled);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Before it is disabled: Chromium 150 takes the focus at once.
  if (off && button.current && button.current === document.activeElement) hadFocus.current = true;

  useLayoutEffect(() => {
    if (off) return;
    if (hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
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

/** The button for everything but the one thing that a screen or a panel is for. */
export const SecondaryButton = (props: Omit<Props, 'variant'>) => <Button {...props} variant="secondary" />;
