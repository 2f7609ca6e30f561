import { useEffect, useState } from 'react';

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
