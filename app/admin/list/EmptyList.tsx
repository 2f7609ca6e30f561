import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { daysAgoInWords, todayInBrazil } from '../../../domain/dates.ts';
import {
  chipOf,
  type EnrolmentFilter,
  FILTERS,
  narrows,
  withChip,
  withoutFilters,
} from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { focusRange } from './toolbar/list-focus.ts';
import type { ShownList } from './use-shown-list.ts';

/** Where people enrol. */
const FORM = `${window.location.origin}/projeto-social`;

/** Why the list is empty, and what to do: what waits next, clear the filters, or publish the form's link. Source: SPEC §2, docs/ux.md §7. */
export function EmptyList({ shown }: { shown: ShownList }) {
  const [why, goTo, filter] = reasonOf(shown);
  const onGo = (filter: EnrolmentFilter) => {
    focusRange(); // the pressed button disappears
    shown.go(filter);
  };
  return (
    <div className="admin__empty panel">
      <p>{why}</p>
      {filter ? (
        <SecondaryButton onClick={() => onGo(filter)}>{goTo}</SecondaryButton>
      ) : (
        <p className="above-2">
          {desk.spread} <a href={FORM}>{FORM}</a>
        </p>
      )}
    </div>
  );
}

/** Why there are no rows, and the filter that is offered instead with its words; none where nobody has enrolled. */
function reasonOf({
  filter,
  next,
  waiting,
  since,
}: ShownList): [why: string, goTo?: string, filter?: EnrolmentFilter] {
  const chip = chipOf(filter);
  if (chip && !narrows(withChip(filter, null))) {
    const why = next === null && since ? doneInWords(since) : desk.noneWaits(FILTERS[chip].label);
    if (!next || !waiting) return [why, desk.seeAll, withChip(filter, null)];
    return [
      why,
      desk.goTo(FILTERS[next].label, waiting[next].toLocaleString('pt-BR')),
      withChip(filter, next),
    ];
  }
  if (narrows(filter)) return [desk.nothingFound, desk.clearFilters, withoutFilters(filter)];
  return [admin.empty];
}

/** That nothing waits, and how long ago the newest enrolment arrived. */
export const doneInWords = (newestAt: string) => desk.nothingToDo(daysAgoInWords(newestAt, todayInBrazil()));
