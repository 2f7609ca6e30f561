import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { SecondaryButton } from '../../ui/Button.tsx';

export type View = {
  /** Turned to the right by quarters of a circle: 0 to 3. */
  quarters: number;
  large: boolean;
  /** What scrolls; null until it is there. */
  frame: HTMLElement | null;
};

type Props = { shape: 'picture' | 'pages'; children: (view: View) => ReactNode };

/** A scrolling frame around a document, with buttons that turn and enlarge it; its middle stays in the middle. */
export function DocumentView({ shape, children }: Props) {
  const [quarters, setQuarters] = useState(0);
  const [large, setLarge] = useState(false);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const middle = useRef<{ x: number; y: number }>(null);

  function enlarge() {
    if (frame)
      middle.current = {
        x: (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,
        y: (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight,
      };
    setLarge(!large);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame has another size once `large` has changed
  useLayoutEffect(() => {
    if (!frame || !middle.current) return;
    frame.scrollLeft = middle.current.x * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = middle.current.y * frame.scrollHeight - frame.clientHeight / 2;
    middle.current = null;
  }, [large, frame]);

  return (
    <div className="document-view">
      <div className="document-panel__buttons">
        <SecondaryButton onClick={() => setQuarters((quarters + 1) % 4)}>{documentView.turn}</SecondaryButton>
        <SecondaryButton aria-pressed={large} onClick={enlarge}>
          {large ? documentView.shrink : documentView.enlarge}
        </SecondaryButton>
      </div>
      <section
        className="document-view__frame"
        data-shape={shape}
        data-large={large}
        aria-label={documentView.alt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area
        tabIndex={0}
        ref={setFrame}
      >
        {children({ quarters, large, frame })}
      </section>
    </div>
  );
}
