import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { daysAgoInWords, todayInBrazil } from '../../../domain/dates.ts';
import {
  type Chip,
  chipOf,
  type EnrolmentFilter,
  narrows,
  withChip,
  withoutFilters,
} from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import type { EnrolmentCount } from '../api/enrolments.ts';
import { chipInWords } from './toolbar/ToDoChips.tsx';

type Props = {
  filter: EnrolmentFilter;
  /** What is worked on next; null when nothing waits, undefined until that is known. */
  next: Chip | null | undefined;
  waiting: EnrolmentCount['waiting'] | undefined;
  newestAt: string | null;
  onChange: (filter: EnrolmentFilter) => void;
};

/** Why the list is empty, and what to do: what waits next, clear the filters, or publish the form's link. Source: SPEC §2, docs/ux.md §7. */
export function EmptyList({ filter, next, waiting, newestAt, onChange }: Props) {
  const chip = chipOf(filter);
  if (chip && !narrows(withChip(filter, null)))
    return (
      <div className="admin__empty panel">
        <p>{next === null && newestAt ? doneInWords(newestAt) : desk.noneWaits(chipInWords(chip))}</p>
        {next && waiting ? (
          <SecondaryButton onClick={() => onChange(withChip(filter, next))}>
            {desk.goTo(chipInWords(next), waiting[next].toLocaleString('pt-BR'))}
          </SecondaryButton>
        ) : (
          <SecondaryButton onClick={() => onChange(withChip(filter, null))}>{desk.seeAll}</SecondaryButton>
        )}
      </div>
    );
  if (narrows(filter))
    return (
      <div className="admin__empty panel">
        <p>{desk.nothingFound}</p>
        <SecondaryButton onClick={() => onChange(withoutFilters(filter))}>
          {desk.clearFilters}
        </SecondaryButton>
      </div>
    );
  return (
    <div className="admin__empty panel">
      <p>{admin.empty}</p>
      <FormLink />
    </div>
  );
}

/** That nothing waits, and how long ago the newest enrolment arrived. */
export const doneInWords = (newestAt: string) => desk.nothingToDo(daysAgoInWords(newestAt, todayInBrazil()));

function FormLink() {
  const link = `${window.location.origin}/projeto-social`;
  const [copied, setCopied] = useState(false);
  return (
    <p className="admin__spread row break gap-3">
      {desk.spread} <a href={link}>{link}</a>
      {/* without a clipboard (plain http, an old browser) the link itself can be copied */}
      {navigator.clipboard && (
        <SecondaryButton
          onClick={() =>
            navigator.clipboard.writeText(link).then(
              () => setCopied(true),
              () => {},
            )
          }
        >
          {desk.copy}
        </SecondaryButton>
      )}
      {copied && desk.copied}
    </p>
  );
}
