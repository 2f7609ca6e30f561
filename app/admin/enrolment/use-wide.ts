import { useSyncExternalStore } from 'react';

/** From this width sheet and document stand side by side. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const WIDE = '(min-width: 56.25rem)';

export function useWide(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => true,
  );
}

function listen(listener: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
