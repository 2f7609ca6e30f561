import type { ReactNode } from 'react';

/** Our own drawings in a 24 × 24 view box, apart from those of every page. */
const DRAWINGS = {
  turn: <path d="M20 4v6h-6M19.5 10A8 8 0 1 0 20 14.5" />,
  enlarge: (
    <>
      <circle cx="10.5" cy="10.5" r="7" />
      <path d="M16 16l5 5M7.5 10.5h6M10.5 7.5v6" />
    </>
  ),
  shrink: (
    <>
      <circle cx="10.5" cy="10.5" r="7" />
      <path d="M16 16l5 5M7.5 10.5h6" />
    </>
  ),
  download: <path d="M12 3v12M6.5 10l5.500 5.500L17.500 10M4 20.500h16" />,
  full: <path d="M3.500 9V3.500H9M15 3.500h5.500V9M20.500 15v5.500H15M9 20.500H3.500V15" />,
  unfull: <path d="M9 3.500V9H3.500M20.500 9H15V3.500M15 20.500V15h5.500M3.500 15H9v5.500" />,
} as const satisfies Record<string, ReactNode>;

type Props = {
  drawing: keyof typeof DRAWINGS;
  name: string;
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

/** One of the row of controls above a document: a drawing with a name, which the pointer shows too. */
export function DocumentTool({ drawing, name, pressed, disabled, onPress }: Props) {
  return (
    <button
      type="button"
      className="icon-button document-tool panel"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        {DRAWINGS[drawing]}
      </svg>
    </button>
  );
}
