import { startTransition, useEffect, useState } from 'react';

/** False in the page as it was sent and while React takes it over, true soon after: as a transition, so that a slow phone answers fingers in between. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => startTransition(() => setReady(true)), []);
  return ready;
}
