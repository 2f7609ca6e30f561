import { useEffect, useRef, useState } from 'react';
import { printing } from '../../../content/print-export.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { actionError } from '../api/failure-text.ts';

export type PrintJob = {
  /** When printing began; null otherwise. While set, render what is printed in its print roots. */
  printedAt: Date | null;
  /** It is being recorded. */
  busy: boolean;
  /** Records it and prints it. Over, it says why nothing was printed; null on success, or when something else is shown by then. */
  print: () => Promise<string | null>;
};

const nothing = async (): Promise<void> => {};

/**
 * Prints `shown` under the document title `title`, null while there is nothing to print. It is recorded before
 * it is printed; printing by the browser's own command cannot wait, so there it is recorded meanwhile.
 */
export function usePrintJob(title: string | null, shown = '', record = nothing): PrintJob {
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

  async function print() {
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
