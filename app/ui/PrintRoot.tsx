import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-root.css';

/** A root of its own beside the page, for paper alone; drawn while `usePrinting` prints, and nothing else is printed then. */
export function PrintRoot({ className, children }: { className: string; children: ReactNode }) {
  return createPortal(<div className={`print-root ${className}`}>{children}</div>, document.body);
}
