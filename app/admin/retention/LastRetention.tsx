import { useQuery } from '@tanstack/react-query';
import { retention } from '../../../content/retention.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import { lastRetention } from '../api/retention.ts';

/** How many enrolments the last daily run erased; nothing when none. Source: docs/ux.md §8.6. */
export function LastRetention() {
  const { data } = useQuery({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await lastRetention(signal)) ?? null,
  });
  if (!data || data.enrolments === 0) return null;
  return <p>{retention.lastRun(dayOf(data.at), data.enrolments)}</p>;
}

/** 'Hoje', 'Ontem' or the day. */
function dayOf(moment: string): string {
  const day = brazilianDay(moment);
  const daysAgo = (days: number) => brazilianDay(new Date(Date.now() - days * 86_400_000).toISOString());
  if (day === daysAgo(0)) return retention.today;
  return day === daysAgo(1) ? retention.yesterday : day;
}
