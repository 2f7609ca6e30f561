import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';

export type View = {
  /** Turned to the right by quarters of a circle: 0 to 3. */
  quarters: number;
  large: boolean;
  /** What scrolls; null until it is there. */
  frame: HTMLElement | null;
};

/** How one document is looked at: turned and enlarged; its middle stays in the middle. */
export function useView() {
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

  useLayoutEffect(() => {
    frame?.style.setProperty('--turned', `${quarters * 90}deg`);
  }, [frame, quarters]);

  const view: View = { quarters, large, frame };
  return { view, setFrame, turn: () => setQuarters((quarters + 1) % 4), enlarge };
}

export type Viewed = ReturnType<typeof useView>;

type Props = { shape: 'picture' | 'pages'; viewed: Viewed; children: ReactNode };

/** The scrolling frame around a document. */
export function DocumentView({ shape, viewed, children }: Props) {
  return (
    <section
      className="document-view__frame wide"
      data-shape={shape}
      data-large={viewed.view.large}
      data-sideways={viewed.view.quarters % 2 === 1}
      aria-label={documentView.alt}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area
      tabIndex={0}
      ref={viewed.setFrame}
    >
      {children}
    </section>
  );
}

/** A picture in its frame; its memory is freed when it leaves. */
export function Picture({ bytes, viewed }: { bytes: Blob; viewed: Viewed }) {
  const [address] = useState(() => URL.createObjectURL(bytes));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <DocumentView shape="picture" viewed={viewed}>
      <div className="document-picture wide">
        <img
          src={address}
          alt={documentView.alt}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            viewed.view.frame?.style.setProperty('--picture', `${naturalWidth / naturalHeight}`)
          }
        />
      </div>
    </DocumentView>
  );
}
