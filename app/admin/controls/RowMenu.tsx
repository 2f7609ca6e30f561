import { useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import { useDismissal } from '../../ui/browser/use-dismissal.ts';
import { Icon } from '../../ui/Icon.tsx';
import './desk-pages.css';

type Props = {
  /** Read by screen readers after each name: what it is about. */
  about?: string;
  acts: readonly (readonly [words: string, act: () => void])[];
};

/** '⋯': what is done seldom, below its button until one of them, Escape or anything else is pressed. */
export function RowMenu({ about, acts }: Props) {
  const opener = useRef<HTMLElement>(null);
  const close = () => opener.current?.parentElement?.removeAttribute('open');
  useDismissal(opener, close);
  const named = (words: string) => (about ? `${words}: ${about}` : words);

  return (
    <details className="row-menu no-print">
      <summary className="button button--secondary" ref={opener}>
        <Icon name="more" />
        <span className="vh">{named(desk.more)}</span>
      </summary>
      <div className="row-menu__acts panel">
        {acts.map(([words, act]) => (
          <button
            className="row-menu__act touch wide"
            type="button"
            key={words}
            aria-label={named(words)}
            onClick={() => {
              opener.current?.focus(); // where a dialog gives the focus back to
              close();
              act();
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </details>
  );
}
