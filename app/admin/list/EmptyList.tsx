import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { chipOf, narrows, withChip, withoutFilters } from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import type { ShownList } from './use-shown-list.ts';

/** Why the list is empty: nothing waits, nothing fits, or nobody has enrolled. Source: SPEC §2, docs/ux.md §7. */
export function EmptyList({ shown: { filter, next, go } }: { shown: ShownList }) {
  const form = `${location.origin}/projeto-social`; // where people enrol
  const isFiltered = narrows(withChip(filter, null));
  const nothingWaits = next === null ? desk.nothingToDo : desk.nothingHere;
  return (
    <div className="admin__empty panel">
      <p>{isFiltered ? desk.nothingFound : chipOf(filter) ? nothingWaits : admin.empty}</p>
      {isFiltered && (
        <SecondaryButton onClick={() => go(withoutFilters(filter))}>{desk.clearFilters}</SecondaryButton>
      )}
      {!narrows(filter) && (
        <p className="above-2">
          {desk.spread} <a href={form}>{form}</a>
        </p>
      )}
    </div>
  );
}
