import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Class of `<body>` while a print root is printed: hides everything else (print-root.css). */
const PRINTING = 'printing-alone';

/**
 * Prints one element alone, by a button (`print`) or the browser's print command.
 * While printing, `printedAt` is not null, the caller renders a PrintRoot, and the
 * document has `title`. `print` returns false where the browser cannot print (in-app
 * browsers); `onCommand` is called when the browser's command starts printing. While `title` is null there is
 * nothing to print: the browser's command prints the page.
 */
export function usePrinting(
  title: string | null,
  onCommand?: () => void,
): { printedAt: Date | null; print: () => boolean } {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  const printing = useRef(false);
  const commanded = useRef(onCommand);
  const isIdle = title === null;
  useEffect(() => {
    commanded.current = onCommand;
  });

  // Synchronously: the browser lays out the printed page when the event handler returns.
  const begin = useCallback(() => {
    printing.current = true;
    flushSync(() => setPrintedAt((now) => now ?? new Date()));
  }, []);
  const end = useCallback(() => {
    printing.current = false;
    flushSync(() => setPrintedAt(null));
  }, []);

  useEffect(() => {
    if (isIdle) return;
    const onBegin = () => {
      if (!printing.current) commanded.current?.();
      begin();
    };
    const printMedia = window.matchMedia('print');
    const onMediaChange = (event: MediaQueryListEvent) => (event.matches ? onBegin() : end());
    printMedia.addEventListener('change', onMediaChange);
    window.addEventListener('beforeprint', onBegin);
    window.addEventListener('afterprint', end);
    return () => {
      printMedia.removeEventListener('change', onMediaChange);
      window.removeEventListener('beforeprint', onBegin);
      window.removeEventListener('afterprint', end);
    };
  }, [begin, end, isIdle]);

  useLayoutEffect(() => {
    if (!printedAt || title === null) return;
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
    if (!begun) end(); // no `afterprint` will follow
    return begun;
  }, [begin, end]);

  return { printedAt, print };
}
