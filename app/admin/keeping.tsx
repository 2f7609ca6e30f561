import { useQuery } from '@tanstack/react-query';
import { forget } from '../../content/forget.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { isErasedSoon } from '../../domain/keeping.ts';
import { type KeepingTime, keepingTimes } from './answering.ts';

/** How long the shown enrolments are still kept, by their ids; empty until it is known. */
export function useKeepingTimes(ids: readonly string[]): ReadonlyMap<string, KeepingTime> {
  const { data } = useQuery({
    queryKey: ['prazos', ids],
    queryFn: ({ signal }) => keepingTimes(ids, signal),
    enabled: ids.length > 0,
  });
  return new Map(data?.map((time) => [time.inscricao, time]));
}

/** 'Apagar em 10/08/2026' beside a name, in the last days. Source: ux.md §8.6. */
export function EraseBy({ time }: { time: KeepingTime | undefined }) {
  if (!time?.apagar_em || !isErasedSoon(time.apagar_em, todayInBrazil())) return null;
  return <span className="registrations__until">{forget.until(writtenDay(time.apagar_em))}</span>;
}

/** The same in the detail, always and with the reason; and when the document was erased. */
export function KeepingNotice({ id }: { id: string }) {
  const time = useKeepingTimes([id]).get(id);
  if (!time) return null;
  const lines = [
    time.apagar_em && `${forget.until(writtenDay(time.apagar_em))}: ${forget.rules[time.regra ?? ''] ?? ''}.`,
    time.documento_apagado_em && `${forget.documentErased(brazilianDay(time.documento_apagado_em))}.`,
  ].filter(Boolean);
  return <p className="notice notice--info">{lines.join(' ')}</p>;
}
