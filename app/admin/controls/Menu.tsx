import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { useDismissal } from '../../ui/browser/use-dismissal.ts';
import { Icon } from '../../ui/Icon.tsx';
import './vocabulary.css';

/** What is done by one of a menu's lines. `off`: not now; `error`: it destroys something. */
export type Act = readonly [words: string, act: () => unknown, look?: 'off' | 'error' | ''];

type Props = {
  label?: string;
  /** Read by screen readers after each name: what it is about. */
  about?: string;
  icon?: ComponentProps<typeof Icon>['name'];
  /** What is on in the panel; 0 is not shown. */
  count?: number;
  /** Of the panel. */
  className?: string;
  acts?: readonly Act[];
  /** Below the acts. */
  children?: ReactNode;
};

/** A button, and beside it while it is open what is done seldom, or a panel: until an act, Escape, a press outside or a second one. */
export function Menu({
  label = desk.more,
  about,
  icon = 'more',
  count = 0,
  className = '',
  acts = [],
  children,
}: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useDismissal(opener, (event) => {
    if (open && event.type === 'keydown') event.preventDefault(); // the dialog around it stays
    setOpen(false);
  });
  const named = (words: string) => (about ? `${words}: ${about}` : words);

  function press(act: () => unknown) {
    opener.current?.focus(); // where a dialog gives the focus back to
    setOpen(false);
    act();
  }

  return (
    <div className="desk-menu no-print">
      <button
        className="tool"
        type="button"
        aria-label={count > 0 ? `${label} (${count})` : named(label)}
        title={label}
        aria-expanded={open}
        ref={opener}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} /> <span className="tool__words vh">{label}</span>
        {count > 0 && <span className="bold numbers">{count}</span>}
      </button>
      {open && (
        <section className={`desk-menu__panel panel ${className}`} aria-label={label}>
          {acts.map(([words, act, look = '']) => (
            <button
              className={`desk-menu__act touch wide ${look}`}
              type="button"
              key={words}
              aria-label={about && named(words)}
              disabled={look === 'off'}
              onClick={() => press(act)}
            >
              {words}
            </button>
          ))}
          {children}
        </section>
      )}
    </div>
  );
}
