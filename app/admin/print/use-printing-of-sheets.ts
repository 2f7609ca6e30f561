import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { printing } from '../../../content/print-export.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { recordPrinting } from '../api/audit.ts';
import { actionError } from '../api/failure-text.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { isMissingError } from '../sheet/use-missing.ts';

export type Printing = {
  /** When printing began; null otherwise. While set, render the sheets in their print roots. */
  printedAt: Date | null;
  /** Records the printing, then prints. Returns why nothing was printed; null on success or when other sheets are shown by then. */
  print: () => Promise<string | null>;
};

/**
 * Prints sheets under the document title `title`. The audit entries of all are written
 * before the first is printed; printing by the browser's own command cannot wait, so
 * there they are written meanwhile.
 */
export function usePrintingOfSheets(title: string, enrolments: readonly StoredEnrolment[]): Printing {
  const client = useQueryClient();
  const { printedAt, print: printNow } = usePrinting(
    title,
    () => void record(client, enrolments).catch(actionError),
  );
  const shown = useRef<readonly StoredEnrolment[]>(enrolments);
  useEffect(() => {
    shown.current = enrolments;
    return () => {
      shown.current = []; // closed: an open recording prints nothing any more
    };
  });

  const print = useCallback(async () => {
    const wanted = idsOf(shown.current);
    try {
      await record(client, shown.current);
    } catch (error) {
      return actionError(error);
    }
    if (idsOf(shown.current) !== wanted) return null;
    return printNow() ? null : printing.cannotPrint;
  }, [client, printNow]);

  return { printedAt, print };
}

const idsOf = (enrolments: readonly StoredEnrolment[]): string => enrolments.map(({ id }) => id).join(' ');

/** Records the printing; a sheet that turns out to be erased is shown as missing. Throws BackendError. */
async function record(client: QueryClient, enrolments: readonly StoredEnrolment[]): Promise<void> {
  try {
    await recordPrinting(enrolments.map(({ id }) => id));
  } catch (error) {
    const [only, another] = enrolments;
    if (only && !another && isMissingError(error)) client.setQueryData(followUpQuery(only.id).queryKey, null);
    throw error;
  }
}
