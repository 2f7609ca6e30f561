import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Registration } from '../../domain/sheet.ts';
import { deedFailed } from './deed-failed.ts';
import { noteAccess } from './note-access.ts';

/** Set on `<body>` while a sheet is printed: all but the print root disappears (sheet.css). */
const PRINTING = 'printing-sheet';

export type Printing = {
  /** Null except while printing, when the sheets have to stand in the print root and the document bears the title. */
  printedAt: Date | null;
  /** Notes it, then prints. Gives why nothing was printed, or null. */
  print: () => Promise<string | null>;
};

/**
 * Printing of sheets, by their button or by the browser's own command. Each sheet
 * is noted before it is printed; the browser's own command waits for nobody, so
 * there it is noted meanwhile.
 */
export function usePrinting(title: string, registrations: readonly Registration[]): Printing {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  const under = useRef(false);
  const latest = useRef(registrations);
  useEffect(() => {
    latest.current = registrations;
  });

  // At once, not at React's leisure: the browser draws the paper when the event is over.
  const begin = useCallback(() => {
    under.current = true;
    flushSync(() => setPrintedAt((now) => now ?? new Date()));
  }, []);
  const end = useCallback(() => {
    under.current = false;
    flushSync(() => setPrintedAt(null));
  }, []);

  useEffect(() => {
    const onBegin = () => {
      if (!under.current) void notePrint(latest.current).catch(deedFailed);
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

  const print = useCallback(async () => {
    try {
      await notePrint(latest.current);
    } catch (error) {
      return deedFailed(error);
    }
    let begun = false;
    const onBegin = () => {
      begun = true;
    };
    window.addEventListener('beforeprint', onBegin);
    begin(); // the title must be there before the print window opens
    window.print();
    window.removeEventListener('beforeprint', onBegin);
    if (!begun) end(); // a browser that prints nothing will not say that it has ended
    return null;
  }, [begin, end]);

  return { printedAt, print };
}

async function notePrint(registrations: readonly Registration[]): Promise<void> {
  await Promise.all(registrations.map(({ id }) => noteAccess('imprimiu', { inscricao: id })));
}
