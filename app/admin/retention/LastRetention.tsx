import { useQuery } from '@tanstack/react-query';
import { retention } from '../../../content/retention.ts';
import { lastRetention } from '../api/retention.ts';
import { recentDay } from '../controls/recent-day.ts';

/** How many enrolments the last daily run erased; nothing when none. Source: docs/ux.md §8.6. */
export function LastRetention() {
  const { data } = useQuery({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await lastRetention(signal)) ?? null,
  });
  if (!data || data.enrolments === 0) return null;
  return <p>{retention.lastRun(recentDay(data.at, retention), data.enrolments)}</p>;
}
