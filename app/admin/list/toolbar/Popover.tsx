import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDismissal } from '../../../ui/browser/use-dismissal.ts';
import './toolbar.css';

type Props = {
  className: string;
  /** The name of the panel. */
  label: string;
  /** The name of the button, where its text alone is none. */
  name?: string;
  button: ReactNode;
  children: (close: () => void) => ReactNode;
};

/**
 * A button, and a panel below it while it is open. Escape, a press outside and a second press close it.
 * `children` is given what closes it; then the focus is on the button again.
 */
export function Popover({ className, label, name, button, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useDismissal(opener, () => setOpen(false));

  useLayoutEffect(() => {
    if (!open) return;
    const onResize = () => place(panel.current, opener.current);
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [open]);

  return (
    <>
      <button
        className="tool"
        type="button"
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        ref={opener}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <section
          className={`popover panel break ${className} no-print`}
          id={id}
          aria-label={label}
          ref={panel}
        >
          {children(() => {
            opener.current?.focus();
            setOpen(false);
          })}
        </section>
      )}
    </>
  );
}

/** Tells the panel where its button is: it lies over the page, so that it may be wider than what is around the button. */
function place(panel: HTMLElement | null, opener: HTMLElement | null): void {
  const box = opener?.getBoundingClientRect();
  if (!panel || !box) return;
  panel.style.setProperty('--popover-top', `${box.bottom + window.scrollY}px`);
  panel.style.setProperty('--popover-end', `${box.right + window.scrollX}px`);
}
