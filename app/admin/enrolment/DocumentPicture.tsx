import { useEffect, useRef, useState } from 'react';
import { documentView } from '../../../content/print-export.ts';
import { Button } from '../../ui/Button.tsx';

/** A picture that can be turned by quarters, and enlarged and scrolled. */
export function DocumentPicture({ address }: { address: string }) {
  const [quarters, setQuarters] = useState(0);
  const [large, setLarge] = useState(false);
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    const { current } = frame;
    if (!current || !large) return;
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2; // stay at the middle
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [large]);

  return (
    <div className="document-picture">
      <div className="document-panel__buttons">
        <Button variant="secondary" onClick={() => setQuarters((quarters + 1) % 4)}>
          {documentView.turn}
        </Button>
        <Button variant="secondary" aria-pressed={large} onClick={() => setLarge(!large)}>
          {large ? documentView.shrink : documentView.enlarge}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
      <section className="document-picture__frame" aria-label={documentView.alt} tabIndex={0} ref={frame}>
        <img
          className="document-picture__image"
          data-quarters={quarters}
          data-large={large}
          src={address}
          alt={documentView.alt}
        />
      </section>
    </div>
  );
}
