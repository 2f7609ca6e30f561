import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Registration } from '../../domain/sheet.ts';
import { usePrinting } from '../ui/use-printing.ts';
import { deedFailed } from './deed-failed.ts';
import { followUpQuery } from './follow-up.ts';
import { noteAccess } from './note-access.ts';
import { saysGone } from './use-gone.ts';

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
  const client = useQueryClient();
  const { printedAt, print: toPaper } = usePrinting(
    title,
    () => void notePrint(client, registrations).catch(deedFailed),
  );
  const latest = useRef(registrations);
  useEffect(() => {
    latest.current = registrations;
  });

  const print = useCallback(async () => {
    try {
      await notePrint(client, latest.current);
    } catch (error) {
      return deedFailed(error);
    }
    toPaper();
    return null;
  }, [client, toPaper]);

  return { printedAt, print };
}

/** A sheet that is found to be erased shows so from then on. */
async function notePrint(client: QueryClient, registrations: readonly Registration[]): Promise<void> {
  const note = async ({ id }: Registration) => {
    try {
      await noteAccess('imprimiu', { inscricao: id });
    } catch (error) {
      if (saysGone(error)) client.setQueryData(followUpQuery(id).queryKey, null);
      throw error;
    }
  };
  await Promise.all(registrations.map(note));
}
