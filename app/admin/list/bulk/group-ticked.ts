import { toDo as words } from '../../../../content/to-do.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { warningsAbout } from '../../enrolment/state/open-enrolment.ts';
import type { BulkDecision } from './decide-all.ts';

/**
 * Ticked enrolments, grouped before a decision: `sure`; `warned`, which are included only when ticked one
 * by one; `left`, to which the decision does not apply.
 */
export type TickedGroups = {
  sure: ListedEnrolment[];
  warned: { row: ListedEnrolment; warnings: string[] }[];
  left: ListedEnrolment[];
};

export function groupTicked(rows: readonly ListedEnrolment[], what: BulkDecision): TickedGroups {
  const sorted: TickedGroups = { sure: [], warned: [], left: [] };
  for (const row of rows) {
    const isIn = row.situation === 'aprovada' || row.situation === 'lista-de-espera';
    const warnings = what === 'approve' ? warningsAbout(row).map((warning) => words.warnings[warning]) : [];
    if (what === 'approve' ? row.situation === 'aprovada' : !isIn) sorted.left.push(row);
    else if (warnings.length > 0) sorted.warned.push({ row, warnings });
    else sorted.sure.push(row);
  }
  return sorted;
}
