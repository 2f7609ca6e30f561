import { useEffect } from 'react';

/** Has the browser ask before the page is left, while something would be lost. */
export function useConfirmLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = true; // Chrome before 119
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isNeeded]);
}
