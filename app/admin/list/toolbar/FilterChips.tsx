import { desk } from '../../../../content/desk.ts';
import type { EnrolmentFilter } from '../../../../domain/desk/filter.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { activeFilters, withoutFilter } from './active-filters.ts';

type Props = {
  filter: EnrolmentFilter;
  onChange: (filter: EnrolmentFilter) => void;
  /** The pressed chip disappears: somebody else takes the focus. */
  onRemoved: () => void;
};

/** The filters that are on, each with a press that takes it away; nothing without one. */
export function FilterChips({ filter, onChange, onRemoved }: Props) {
  const active = activeFilters(filter);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label={desk.activeFilters}>
      {active.map(({ key, words }) => (
        <li key={key}>
          <button
            type="button"
            className="tool chip"
            onClick={() => {
              onRemoved();
              onChange(withoutFilter(filter, key));
            }}
          >
            <span>
              <span className="vh">{desk.takeAway} </span>
              {words}
            </span>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
