import { useQuery } from '@tanstack/react-query';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { isErasedSoon } from '../../../domain/desk/retention.ts';
import { erasedBecause } from '../../../domain/settings.ts';
import { type RetentionDate, retentionDates } from '../api/retention.ts';

/** Retention dates of these enrolments, by id; empty while loading. */
export function useRetentionDates(ids: readonly string[]): ReadonlyMap<string, RetentionDate> {
  const { data } = useQuery({
    queryKey: ['retention dates', ids],
    queryFn: ({ signal }) => retentionDates(ids, signal),
    enabled: ids.length > 0,
  });
  return new Map(data?.map((time) => [time.enrolment, time]));
}

/** 'Apagar em 10/08/2026' beside a name, in the last 30 days. Source: docs/ux.md §8.6. */
export function EraseBy({ time }: { time: RetentionDate | undefined }) {
  if (!time?.eraseOn || !isErasedSoon(time.eraseOn, todayInBrazil())) return null;
  return (
    <span className="enrolments__until error small strong">{retention.until(writtenDay(time.eraseOn))}</span>
  );
}

/** The date and its rule in the detail, however far ahead; and when the document was erased. */
export function RetentionNotice({ id }: { id: string }) {
  const time = useRetentionDates([id]).get(id);
  if (!time) return null;
  const lines = [
    time.eraseOn && `${retention.until(writtenDay(time.eraseOn))}: ${erasedBecause[time.rule ?? ''] ?? ''}.`,
    time.documentErasedAt && `${retention.documentErased(brazilianDay(time.documentErasedAt))}.`,
  ].filter(Boolean);
  return <p className="sheet__declared hint">{lines.join(' ')}</p>;
}
