import type { ListedEnrolment } from '../api/enrolments.ts';
import { useSheets } from '../print/PrintJob.tsx';
import { useStateOf } from './state/use-state-of.ts';

/** Printing the open sheet: `problem` is why it was not printed, `paper` what is on paper while it is. */
export function usePrintButton(enrolment: ListedEnrolment) {
  const { id } = enrolment;
  const { print: printNow, ...job } = useSheets([enrolment]);
  const [problem, setProblem] = useStateOf<string | null>(id, null);

  async function print() {
    setProblem(null);
    setProblem(await printNow(), id);
  }

  return { ...job, problem, print };
}
