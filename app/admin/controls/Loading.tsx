import type { ReactNode } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useSlow } from './use-slow.ts';

/** A spinner with its text; after eight seconds it explains why it may take long. */
export function Loading({ children }: { children: ReactNode }) {
  const slow = useSlow(true);
  return (
    <div className="loading line" role="status">
      <Spinner />
      <p>
        {children} {slow && admin.slow}
      </p>
    </div>
  );
}
