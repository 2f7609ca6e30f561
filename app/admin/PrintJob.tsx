import { useEffect, useRef } from 'react';
import { printTitle, type Registration } from '../../domain/sheet.ts';
import { PrintedSheet } from './PrintedSheet.tsx';
import { usePrintingOfSheets } from './use-printing-of-sheets.ts';

/**
 * Several sheets in one job, begun as soon as it is drawn. `onEnd` hears when
 * paper and screen are done with it, and why nothing was printed where that was so.
 */
export function PrintJob({
  registrations,
  onEnd,
}: {
  registrations: readonly Registration[];
  onEnd: (problem: string | null) => void;
}) {
  const [only, another] = registrations;
  const title = printTitle(another ? null : (only?.nome_completo ?? null));
  const { printedAt, print } = usePrintingOfSheets(title, registrations);
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

  if (!printedAt) return null;
  return registrations.map((registration) => (
    <PrintedSheet key={registration.id} registration={registration} printedAt={printedAt} />
  ));
}
