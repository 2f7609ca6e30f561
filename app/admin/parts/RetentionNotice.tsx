import { useQuery } from '@tanstack/react-query';
import { erasing } from '../../../content/erasing.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { isErasedSoon } from '../../../domain/desk/retention.ts';
import { erasedBecause } from '../../../domain/settings.ts';
import { type RetentionDate, retentionDates } from '../api/retention.ts';

/** Retention dates of these enrolments, by id; empty while loading. */
export function useRetentionDates(ids: readonly string[]): ReadonlyMap<string, RetentionDate> {
  const { data } = useQuery({
    queryKey: ['prazos', ids],
    queryFn: ({ signal }) => retentionDates(ids, signal),
    enabled: ids.length > 0,
  });
  return new Map(data?.map((time) => [time.inscricao, time]));
}

/** 'Apagar em 10/08/2026' beside a name, in the last 30 days. Source: docs/ux.md §8.6. */
export function EraseBy({ time }: { time: RetentionDate | undefined }) {
  if (!time?.apagar_em || !isErasedSoon(time.apagar_em, todayInBrazil())) return null;
  return <span className="enrolments__until">{erasing.until(writtenDay(time.apagar_em))}</span>;
}

/** The date and its rule in the detail, however far ahead; and when the document was erased. */
export function RetentionNotice({ id }: { id: string }) {
  const time = useRetentionDates([id]).get(id);
  if (!time) return null;
  const lines = [
    time.apagar_em &&
      `${erasing.until(writtenDay(time.apagar_em))}: ${erasedBecause[time.regra ?? ''] ?? ''}.`,
    time.documento_apagado_em && `${erasing.documentErased(brazilianDay(time.documento_apagado_em))}.`,
  ].filter(Boolean);
  return <p className="notice notice--info">{lines.join(' ')}</p>;
}
