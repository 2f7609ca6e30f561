import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';

/** How a document is looked at. */
export type View = {
  bytes: Blob;
  /** Degrees to the right. */
  turned: number;
  /** A press anywhere on it; undefined where it is large already. */
  onEnlarge?: (() => void) | undefined;
};

/** The frame around a document, which scrolls where it is as high as its place; in a narrow window it is a preview. */
export function DocumentView({ turned, onEnlarge, children }: Omit<View, 'bytes'> & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button below it is the keyboard's way
    <section
      className="document-view__frame wide"
      data-turned={turned || undefined}
      aria-label={documentView.alt}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area
      tabIndex={0}
      onClick={onEnlarge}
    >
      {children}
    </section>
  );
}

/** A picture in its frame; its memory is freed when it leaves. */
export function Picture({ bytes, ...view }: View) {
  const [address] = useState(() => URL.createObjectURL(bytes));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <DocumentView {...view}>
      <img className="block wide" src={address} alt={documentView.alt} />
    </DocumentView>
  );
}

/** Our own drawings in a 24 × 24 view box, apart from those of every page. */
const DRAWINGS = {
  turn: 'M20 4v6h-6M19.5 10A8 8 0 1 0 20 14.5',
  enlarge: 'M17.5 10.5a7 7 0 1 1-14 0a7 7 0 1 1 14 0zM16 16l5 5M7.5 10.5h6M10.5 7.5v6',
  download: 'M12 3v12M6.5 10l5.500 5.500L17.500 10M4 20.500h16',
} as const;

type ToolProps = ComponentProps<'button'> & { tool: keyof typeof DRAWINGS };

/** One of the controls below a document: a drawing with a name, which the pointer shows too. */
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
