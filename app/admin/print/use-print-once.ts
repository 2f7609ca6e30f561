import { useEffect, useRef } from 'react';

/**
 * Prints as soon as the component is rendered, once. Calls `onEnd` after printing, with the reason when
 * nothing was printed, which `print` gives too.
 */
export function usePrintOnce(
  printedAt: Date | null,
  print: () => Promise<string | null>,
  onEnd: (problem: string | null) => void,
): void {
  const begun = useRef(false);
  const printed = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void print().then((problem) => problem && onEnd(problem));
  }, [print, onEnd]);

  useEffect(() => {
    if (printedAt) printed.current = true;
    else if (printed.current) onEnd(null);
  }, [printedAt, onEnd]);
}
