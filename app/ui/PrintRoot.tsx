import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-root.css';

/** An element beside the page that is visible only in print; rendered while `usePrinting` prints, when everything else is hidden. */
export function PrintRoot({ className, children }: { className: string; children: ReactNode }) {
  return createPortal(<div className={`print-root ${className}`}>{children}</div>, document.body);
}
