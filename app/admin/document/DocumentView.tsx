import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';

/** How one document is looked at: turned to the right by `quarters` of a circle, 0 to 3. `frame`: what scrolls; null until it is there. */
export function useView() {
  const [quarters, setQuarters] = useState(0);
  const [frame, setFrame] = useState<HTMLElement | null>(null);

  useLayoutEffect(() => {
    frame?.style.setProperty('--turned', `${quarters * 90}deg`);
  }, [frame, quarters]);

  return { quarters, frame, setFrame, turn: () => setQuarters((quarters + 1) % 4) };
}

export type Viewed = ReturnType<typeof useView>;

type Props = { shape: 'picture' | 'pages'; viewed: Viewed; children: ReactNode };

/** The scrolling frame around a document. */
export function DocumentView({ shape, viewed, children }: Props) {
  return (
    <section
      className="document-view__frame wide"
      data-shape={shape}
      data-sideways={viewed.quarters % 2 === 1}
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
      <div className="document-picture">
        <img
          src={address}
          alt={documentView.alt}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            viewed.frame?.style.setProperty('--picture', `${naturalWidth / naturalHeight}`)
          }
        />
      </div>
    </DocumentView>
  );
}

/** Our own drawings in a 24 × 24 view box, apart from those of every page. */
const DRAWINGS = {
  turn: 'M20 4v6h-6M19.5 10A8 8 0 1 0 20 14.5',
  enlarge: 'M17.5 10.5a7 7 0 1 1-14 0a7 7 0 1 1 14 0zM16 16l5 5M7.5 10.5h6M10.5 7.5v6',
  shrink: 'M17.5 10.5a7 7 0 1 1-14 0a7 7 0 1 1 14 0zM16 16l5 5M7.5 10.5h6',
  download: 'M12 3v12M6.5 10l5.500 5.500L17.500 10M4 20.500h16',
} as const;

type ToolProps = ComponentProps<'button'> & { tool: keyof typeof DRAWINGS };

/** One of the controls over the corner of a document: a drawing with a name, which the pointer shows too. */
export function DocumentTool({ tool, ...button }: ToolProps) {
  const name = documentView[tool];
  return (
    <button
      type="button"
      className="icon-button document-tool panel"
      aria-label={name}
      title={name}
      {...button}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={DRAWINGS[tool]} />
      </svg>
    </button>
  );
}
