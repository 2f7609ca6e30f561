import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Set on `<body>` while a print root is printed: all else disappears (print-root.css). */
const PRINTING = 'printing-alone';

/**
 * Printing of something alone, by its button or by the browser's own command.
 * `printedAt` is null except while printing, when it has to stand in a PrintRoot
 * and the document bears `title`. `print` gives false where the browser does not
 * print, as those inside other apps. `onCommand` hears of each printing that the
 * browser's own command began.
 */
export function usePrinting(
  title: string,
  onCommand?: () => void,
): { printedAt: Date | null; print: () => boolean } {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  const printing = useRef(false);
  const commanded = useRef(onCommand);
  useEffect(() => {
    commanded.current = onCommand;
  });

  // At once, not at React's leisure: the browser draws the paper when the event is over.
  const begin = useCallback(() => {
    printing.current = true;
    flushSync(() => setPrintedAt((now) => now ?? new Date()));
  }, []);
  const end = useCallback(() => {
    printing.current = false;
    flushSync(() => setPrintedAt(null));
  }, []);

  useEffect(() => {
    const onBegin = () => {
      if (!printing.current) commanded.current?.();
      begin();
    };
    const paper = window.matchMedia('print');
    const onPaper = (event: MediaQueryListEvent) => (event.matches ? onBegin() : end());
    paper.addEventListener('change', onPaper);
    window.addEventListener('beforeprint', onBegin);
    window.addEventListener('afterprint', end);
    return () => {
      paper.removeEventListener('change', onPaper);
      window.removeEventListener('beforeprint', onBegin);
      window.removeEventListener('afterprint', end);
    };
  }, [begin, end]);

  useLayoutEffect(() => {
    if (!printedAt) return;
    const before = document.title;
    document.title = title;
    document.body.classList.add(PRINTING);
    return () => {
      document.title = before;
      document.body.classList.remove(PRINTING);
    };
  }, [printedAt, title]);

  const print = useCallback(() => {
    let begun = false;
    const onBegin = () => {
      begun = true;
    };
    window.addEventListener('beforeprint', onBegin);
    begin(); // the title must be there before the print window opens
    window.print();
    window.removeEventListener('beforeprint', onBegin);
    if (!begun) end(); // a browser that prints nothing will not say that it has ended
    return begun;
  }, [begin, end]);

  return { printedAt, print };
}
