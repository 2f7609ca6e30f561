import { useEffect, useRef } from 'react';
import { printing } from '../../../content/print-export.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import type { ClassMember } from '../api/class-list.ts';
import { PrintedClassList } from './PrintedClassList.tsx';

/** Prints the list of a class as soon as it is rendered. Calls `onEnd` after printing, with the reason when nothing was printed. */
export function ClassListJob({
  onEnd,
  ...list
}: {
  className: string;
  health: boolean;
  people: readonly ClassMember[];
  onEnd: (problem: string | null) => void;
}) {
  const { printedAt, print } = usePrinting(`Lista-${list.className.replace(/[^\p{L}\p{N}]+/gu, '_')}`);
  const begun = useRef(false);
  const printed = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    queueMicrotask(() => print() || onEnd(printing.cannotPrint)); // not inside the effect: printing renders at once
  }, [print, onEnd]);

  useEffect(() => {
    if (printedAt) printed.current = true;
    else if (printed.current) onEnd(null);
  }, [printedAt, onEnd]);

  return printedAt && <PrintedClassList {...list} printedAt={printedAt} />;
}
