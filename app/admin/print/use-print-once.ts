import { useEffect, useRef } from 'react';
import type { Printing } from './use-printing-of-sheets.ts';

/**
 * Prints as soon as the component is rendered, once. Calls `onEnd` after printing, with the reason when
 * nothing was printed, which `print` gives too.
 */
export function usePrintOnce({ printedAt, print }: Printing, onEnd: (problem: string | null) => void): void {
  const stage = useRef<'new' | 'begun' | 'printed'>('new');

  useEffect(() => {
    if (printedAt) stage.current = 'printed';
    else if (stage.current === 'printed') onEnd(null);
    if (stage.current !== 'new') return;
    stage.current = 'begun';
    void print().then((problem) => problem && onEnd(problem));
  }, [printedAt, print, onEnd]);
}
