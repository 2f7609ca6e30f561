import { type ReactNode, useEffect, useState } from 'react';
import { admin } from '../../content/messages.ts';
import { Spinner } from '../ui/Spinner.tsx';

const SLOW_AFTER_MS = 8000;

/** A spinner and what is being waited for; after eight seconds it says why that may take long. */
export function Loading({ children }: { children: ReactNode }) {
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="loading" role="status">
      <Spinner />
      <p>
        {children} {slow && admin.slow}
      </p>
    </div>
  );
}
