import { printing } from '../../../content/print-export.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { type ClassList, PrintedClassList } from './PrintedClassList.tsx';
import { usePrintOnce } from './use-print-once.ts';

/** Prints the list of a class as soon as it is rendered. Calls `onEnd` after printing, with the reason when nothing was printed. */
export function ClassListJob({ onEnd, ...list }: ClassList & { onEnd: (problem: string | null) => void }) {
  const title = `Lista ${list.listed.name} ${list.month}`.replace(/[^\p{L}\p{N}]+/gu, '_');
  const { printedAt, print } = usePrinting(title);
  const printNow = async () => {
    await null; // not inside an effect: printing renders at once
    return print() ? null : printing.cannotPrint;
  };
  usePrintOnce({ printedAt, print: printNow }, onEnd);
  return printedAt && <PrintedClassList {...list} printedAt={printedAt} />;
}
