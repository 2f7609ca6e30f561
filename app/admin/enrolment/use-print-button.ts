import { useState } from 'react';
import { printTitle, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { usePrintingOfSheets } from '../print/use-printing-of-sheets.ts';
import { useStateOf } from './state/use-state-of.ts';

/** Printing the open sheet: `problem` is why it was not printed, `printedAt` is set while it is. */
export function usePrintButton(enrolment: StoredEnrolment) {
  const { printedAt, print: printNow } = usePrintingOfSheets(printTitle(enrolment.nomeCompleto), [enrolment]);
  const [problem, setProblem] = useStateOf<string | null>(enrolment.id, null);
  const [busy, setBusy] = useState(false);

  async function print() {
    const { id } = enrolment;
    setProblem(null);
    setBusy(true);
    const text = await printNow();
    setBusy(false);
    setProblem(text, id);
  }

  return { printedAt, problem, busy, print };
}
