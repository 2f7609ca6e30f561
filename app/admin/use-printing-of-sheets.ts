import { useCallback, useEffect, useRef } from 'react';
import type { Registration } from '../../domain/sheet.ts';
import { usePrinting } from '../ui/use-printing.ts';
import { deedFailed } from './deed-failed.ts';
import { noteAccess } from './note-access.ts';

export type Printing = {
  /** Null except while printing, when the sheets have to stand in their print roots and the document bears the title. */
  printedAt: Date | null;
  /** Notes it, then prints. Gives why nothing was printed, or null. */
  print: () => Promise<string | null>;
};

/**
 * Printing of sheets. Each sheet is noted before it is printed; the browser's own
 * command waits for nobody, so there it is noted meanwhile.
 */
export function usePrintingOfSheets(title: string, registrations: readonly Registration[]): Printing {
  const { printedAt, print: toPaper } = usePrinting(
    title,
    () => void notePrint(registrations).catch(deedFailed),
  );
  const latest = useRef(registrations);
  useEffect(() => {
    latest.current = registrations;
  });

  const print = useCallback(async () => {
    try {
      await notePrint(latest.current);
    } catch (error) {
      return deedFailed(error);
    }
    toPaper();
    return null;
  }, [toPaper]);

  return { printedAt, print };
}

async function notePrint(registrations: readonly Registration[]): Promise<void> {
  await Promise.all(registrations.map(({ id }) => noteAccess('imprimiu', { inscricao: id })));
}
