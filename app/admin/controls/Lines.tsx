import type { ReactNode } from 'react';
import './desk-pages.css';

/** A list of the desk: a `Line` for each of what there is. */
export const Lines = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="lines" aria-label={label}>
    {children}
  </ul>
);

type LineProps = {
  title: ReactNode;
  /** Below it. */
  hint?: ReactNode;
  /** Its buttons, at the end. */
  acts?: ReactNode;
  /** After the title. */
  children?: ReactNode;
};

export const Line = ({ title, hint, acts, children }: LineProps) => (
  <li className="row gap-3">
    <div>
      <span className="bold">{title}</span> {children}
      {hint && <span className="hint block">{hint}</span>}
    </div>
    {acts && <div className="lines__acts row at-end gap-2">{acts}</div>}
  </li>
);
