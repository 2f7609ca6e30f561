import { flags } from '../../../../content/messages.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { flagsOf } from '../../../../domain/desk/flags.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { BulkDecision } from './decide-all.ts';

/**
 * Ticked enrolments, grouped before a decision: `sure`; `doubtful`, which are included only when ticked one
 * by one; `left`, to which the decision does not apply.
 */
export type SortedOut = {
  sure: ListedEnrolment[];
  doubtful: { row: ListedEnrolment; doubts: string[] }[];
  left: ListedEnrolment[];
};

export function sortedOut(rows: readonly ListedEnrolment[], what: BulkDecision): SortedOut {
  const sorted: SortedOut = { sure: [], doubtful: [], left: [] };
  for (const row of rows) {
    const isIn = row.situation === 'aprovada' || row.situation === 'lista-de-espera';
    const doubts = what === 'approve' ? doubtsAbout(row) : [];
    if (what === 'approve' ? row.situation === 'aprovada' : !isIn) sorted.left.push(row);
    else if (doubts.length > 0) sorted.doubtful.push({ row, doubts });
    else sorted.sure.push(row);
  }
  return sorted;
}

const doubtsAbout = (row: ListedEnrolment): string[] => [
  ...(row.mayBeRepeated || row.repeatedOf ? [words.repeated] : []),
  ...(flagsOf(row).includes(flags.guardian) ? [words.noGuardian] : []),
];
