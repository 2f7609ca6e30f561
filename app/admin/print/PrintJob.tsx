import { printTitle } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { PrintedSheet } from './PrintedSheet.tsx';
import { usePrintOnce } from './use-print-once.ts';
import { usePrintingOfSheets } from './use-printing-of-sheets.ts';

type Props = { enrolments: readonly ListedEnrolment[]; onEnd: (problem: string | null) => void };

/**
 * Prints several sheets in one job as soon as it is rendered. Calls `onEnd` after
 * printing, with the reason when nothing was printed.
 */
export function PrintJob({ enrolments, onEnd }: Props) {
  const [only, another] = enrolments;
  const title = printTitle(another ? null : (only?.nomeCompleto ?? null));
  const printing = usePrintingOfSheets(title, enrolments);
  const { printedAt } = printing;
  usePrintOnce(printing, onEnd);

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
