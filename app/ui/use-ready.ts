import { startTransition, useEffect, useState } from 'react';

/** False when prerendering and hydrating, true soon after; a transition, so that a slow phone stays responsive. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => startTransition(() => setReady(true)), []);
  return ready;
}
