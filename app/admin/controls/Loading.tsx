import type { ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner.tsx';

/** A spinner with its text. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div className="loading line gap-3" role="status">
    <Spinner />
    <p>{children}</p>
  </div>
);
