import { useQuery } from '@tanstack/react-query';
import { forget } from '../../content/forget.ts';
import { brazilianDay } from '../../domain/dates.ts';
import { lastRetention } from './answering.ts';

/** What the last daily run erased; nothing when that was nothing. Source: ux.md §8.6. */
export function RetentionLine() {
  const { data } = useQuery({
    queryKey: ['retencao'],
    queryFn: async ({ signal }) => (await lastRetention(signal)) ?? null,
  });
  if (!data || data.inscricoes === 0) return null;
  return <p>{forget.lastRun(dayOf(data.momento), data.inscricoes)}</p>;
}

/** 'Hoje', 'Ontem' or the day. */
function dayOf(moment: string): string {
  const day = brazilianDay(moment);
  const daysAgo = (days: number) => brazilianDay(new Date(Date.now() - days * 86_400_000).toISOString());
  if (day === daysAgo(0)) return forget.today;
  return day === daysAgo(1) ? forget.yesterday : day;
}
