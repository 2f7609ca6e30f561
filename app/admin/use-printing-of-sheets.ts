import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { printing } from '../../content/hand-over.ts';
import type { Registration } from '../../domain/sheet.ts';
import { usePrinting } from '../ui/use-printing.ts';
import { deedFailed } from './deed-failed.ts';
import { followUpQuery } from './follow-up.ts';
import { notePrinting } from './note-access.ts';
import { saysGone } from './use-gone.ts';

export type Printing = {
  /** Null except while printing, when the sheets have to stand in their print roots and the document bears the title. */
  printedAt: Date | null;
  /** Notes it, then prints. Gives why nothing was printed; null also when somebody went on to other sheets meanwhile. */
  print: () => Promise<string | null>;
};

/**
 * Printing of sheets. All are noted before the first is printed, or none is; the
 * browser's own command waits for nobody, so there it is noted meanwhile.
 */
export function usePrintingOfSheets(title: string, registrations: readonly Registration[]): Printing {
  const client = useQueryClient();
  const { printedAt, print: toPaper } = usePrinting(
    title,
    () => void note(client, registrations).catch(deedFailed),
  );
  const shown = useRef<readonly Registration[]>(registrations);
  useEffect(() => {
    shown.current = registrations;
  });
  useEffect(
    () => () => {
      shown.current = []; // closed: nothing of it goes to paper any more
    },
    [],
  );

  const print = useCallback(async () => {
    const wanted = idsOf(shown.current);
    try {
      await note(client, shown.current);
    } catch (error) {
      return deedFailed(error);
    }
    if (idsOf(shown.current) !== wanted) return null;
    return toPaper() ? null : printing.cannotPrint;
  }, [client, toPaper]);

  return { printedAt, print };
}

const idsOf = (registrations: readonly Registration[]): string => registrations.map(({ id }) => id).join(' ');

/** A sheet that is found to be erased shows so from then on. */
async function note(client: QueryClient, registrations: readonly Registration[]): Promise<void> {
  try {
    await notePrinting(registrations.map(({ id }) => id));
  } catch (error) {
    const [only, another] = registrations;
    if (only && !another && saysGone(error)) client.setQueryData(followUpQuery(only.id).queryKey, null);
    throw error;
  }
}
