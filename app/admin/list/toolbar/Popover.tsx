import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { useDismissal } from '../../../ui/browser/use-dismissal.ts';
import { Icon } from '../../../ui/Icon.tsx';
import './toolbar.css';

type Props = {
  className: string;
  icon: ComponentProps<typeof Icon>['name'];
  /** Of button and panel. */
  label: string;
  /** What is on in the panel; 0 is not shown. */
  count?: number;
  children: (close: () => void) => ReactNode;
};

/**
 * A button, and a panel below it while it is open. Escape, a press outside and a second press close it.
 * `children` is given what closes it; then the focus is on the button again.
 */
export function Popover({ className, icon, label, count = 0, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useDismissal(opener, () => setOpen(false));

  return (
    <>
      <button
        className="tool"
        type="button"
        aria-label={count > 0 ? `${label} (${count})` : label}
        aria-expanded={open}
        aria-controls={id}
        ref={opener}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} /> <span className="tool__words">{label}</span>
        {count > 0 && <span className="bold numbers">{count}</span>}
      </button>
      {open && (
        <section className={`popover panel break ${className}`} id={id} aria-label={label}>
          {children(() => {
            opener.current?.focus();
            setOpen(false);
          })}
        </section>
      )}
    </>
  );
}
