import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
 * A button, and a panel below it while it is open. Escape, a press outside and a second
 * press close it, by the browser itself. `children` is drawn while it is open and is
 * given what closes it; then the focus is on the button again.
 */
export function Popover({ className, label, name, button, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const onResize = () => place(panel.current, opener.current);
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
        popoverTarget={id}
        ref={opener}
      >
        {button}
      </button>
      <section
        className={`popover panel break ${className} no-print`}
        id={id}
        popover="auto"
        aria-label={label}
        ref={panel}
        onBeforeToggle={(event) => {
          if (event.target !== event.currentTarget || event.newState !== 'open') return; // of a fold inside
          place(panel.current, opener.current);
          setOpen(true);
        }}
        onToggle={(event) => {
          // Not before: with its focused control gone, the browser would give the focus to nobody.
          if (event.target === event.currentTarget && event.newState === 'closed') setOpen(false);
        }}
      >
        {open && children(() => panel.current?.hidePopover())}
      </section>
    </>
  );
}

/** Tells the panel where its button is: in the top layer nothing else does. */
function place(panel: HTMLElement | null, opener: HTMLElement | null): void {
  const box = opener?.getBoundingClientRect();
  if (!panel || !box) return;
  panel.style.setProperty('--popover-top', `${box.bottom + window.scrollY}px`);
  panel.style.setProperty('--popover-end', `${box.right + window.scrollX}px`);
}
