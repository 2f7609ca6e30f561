import { type ReactNode, useEffect, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Spinner } from '../../ui/Spinner.tsx';

const SLOW_AFTER_MS = 8000;

/** True once `waiting` has lasted eight seconds: time for an explanation. Source: docs/ux.md §7. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);

  return slow;
}

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
