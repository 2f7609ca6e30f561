import { useEffect, useRef, useState } from 'react';
import { printing } from '../../../content/print-export.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { actionError } from '../api/failure-text.ts';

const nothing = async (): Promise<void> => {};

/**
 * Prints `shown` under the document title `title`, null while there is nothing to print. It is recorded before
 * it is printed; printing by the browser's own command cannot wait, so there it is recorded meanwhile.
 * `printedAt`: when printing began, null otherwise; while set, render what is printed in its print roots. `busy`: it
 * is being recorded.
 */
export function usePrintJob(title: string | null, shown = '', record = nothing) {
  const { printedAt, print: printNow } = usePrinting(title, () => void record().catch(actionError));
  const [busy, setBusy] = useState(false);
  const still = useRef<string | null>(shown);
  const onEnd = useRef<() => void>(null);
  useEffect(() => {
    still.current = shown;
    return () => {
      still.current = null; // closed: an open recording prints nothing any more
    };
  }, [shown]);
  useEffect(() => {
    if (!printedAt) onEnd.current?.();
  }, [printedAt]);

  /** Records and prints it. Over, it says why nothing was printed; null on success, or when something else is shown by then. */
  async function print(): Promise<string | null> {
    setBusy(true);
    try {
      await record();
    } catch (error) {
      return actionError(error);
    } finally {
      setBusy(false);
    }
    if (still.current !== shown) return null;
    const ended = new Promise<null>((resolve) => {
      onEnd.current = () => resolve(null);
    });
    return printNow() ? ended : printing.cannotPrint;
  }

  return { printedAt, busy, print };
}
