import { useEffect, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { findBeside, type ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';

/** The open enrolment, in the list's rows; previous and next stay inside its filter. */
export type Walk = {
  enrolment: ListedEnrolment;
  filter: EnrolmentFilter;
  rows: readonly ListedEnrolment[];
  /** Where the rows stand in the filter's result: the number of the first, null when it is not known, and the total in words. */
  numbers: { first: number | null; total: string };
  onSelect: (enrolment: ListedEnrolment) => void;
};

/**
 * Previous and next inside the filter; beyond the loaded page the back end is asked.
 * `at` is the number of the open one, null when it is not known; `isLast`: none is known to follow; `said`: why there
 * is no other.
 */
export function useNeighbours({ enrolment, filter, rows, numbers, onSelect }: Walk) {
  const [said, setSaid] = useState('');
  const [beyond, setBeyond] = useState<{ id: string; at: number | null }>();
  const [total, setTotal] = useState(numbers.total); // of when the dialog opened: decided ones leave a filter, not this walk
  const running = useRef<AbortController | null>(null);

  if (total === '' && numbers.total !== '') setTotal(numbers.total);
  useEffect(() => () => running.current?.abort(), []);

  const row = rows.findIndex(({ id }) => id === enrolment.id);
  const listed = row < 0 || numbers.first === null ? null : numbers.first + row;
  const at = row < 0 && beyond?.id === enrolment.id ? beyond.at : listed;
  const isLast = said === openEnrolment.lastOne || at?.toLocaleString('pt-BR') === total;

  async function step(direction: 'before' | 'after') {
    if (running.current) return;
    const forward = direction === 'after' ? 1 : -1;
    const beside = row < 0 ? undefined : rows[row + forward];
    setSaid('');
    if (beside) return onSelect(beside);
    const request = new AbortController();
    const { signal } = request;
    running.current = request;
    try {
      const { rows: found, lost } = await findBeside(filter, direction, enrolment.id, signal);
      if (signal.aborted) return;
      const [next] = found;
      if (lost) setSaid(desk.missing);
      else if (!next) setSaid(forward > 0 ? openEnrolment.lastOne : openEnrolment.firstOne);
      else {
        setBeyond({ id: next.id, at: at === null ? null : at + forward });
        onSelect(next);
      }
    } catch (error) {
      if (!signal.aborted) setSaid(actionError(error));
    } finally {
      running.current = null;
    }
  }

  return { at, total, isLast, said, step };
}
