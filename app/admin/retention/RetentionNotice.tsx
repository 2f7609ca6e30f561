import { useQuery } from '@tanstack/react-query';
import { retention } from '../../../content/retention.ts';
import { todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { isErasedSoon, lastDay } from '../../../domain/desk/retention.ts';
import { erasedBecause } from '../../../domain/settings.ts';
import { type RetentionDate, retentionDatesQuery } from '../api/retention.ts';

/** Retention dates of these enrolments, by id; empty while loading. */
export function useRetentionDates(ids: readonly string[]): ReadonlyMap<string, RetentionDate> {
  const { data } = useQuery(retentionDatesQuery(ids));
  return new Map(data?.map((time) => [time.enrolment, time]));
}

/** 'Guardada até 10/08' beside a name, in the last 30 days. Source: docs/ux.md §8.6. */
export function EraseBy({ time }: { time: RetentionDate | undefined }) {
  if (!time || !isErasedSoon(time.eraseOn, todayInBrazil())) return null;
  return <span className="enrolments__until error small bold">{inWords(time.eraseOn).slice(0, -5)}</span>;
}

/** The day and its rule in the detail, however far ahead. */
export function RetentionNotice({ id }: { id: string }) {
  const time = useRetentionDates([id]).get(id);
  if (!time) return null;
  return (
    <p className="sheet__declared hint">
      {inWords(time.eraseOn)}: {erasedBecause[time.rule] ?? ''}.
    </p>
  );
}

const inWords = (eraseOn: string) => retention.until(writtenDay(lastDay(eraseOn)));
