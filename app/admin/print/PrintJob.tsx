import { useEffect, useRef } from 'react';
import { printTitle } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { PrintedSheet } from './PrintedSheet.tsx';
import { usePrintingOfSheets } from './use-printing-of-sheets.ts';

type Props = { enrolments: readonly ListedEnrolment[]; onEnd: (problem: string | null) => void };

/**
 * Prints several sheets in one job as soon as it is rendered. Calls `onEnd` after
 * printing, with the reason when nothing was printed.
 */
export function PrintJob({ enrolments, onEnd }: Props) {
  const [only, another] = enrolments;
  const title = printTitle(another ? null : (only?.nomeCompleto ?? null));
  const { printedAt, print } = usePrintingOfSheets(title, enrolments);
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
  return enrolments.map((enrolment, at) => (
    <PrintedSheet
      key={enrolment.id}
      enrolment={enrolment}
      printedAt={printedAt}
      {...(another && { place: { number: at + 1, of: enrolments.length } })}
    />
  ));
}
