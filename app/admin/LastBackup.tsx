import { useQuery } from '@tanstack/react-query';
import { backups, LATE_DAYS } from '../../content/backups.ts';
import { brazilianDay } from '../../domain/dates.ts';
import { lastBackups } from './api/backups.ts';

const DAY_MS = 86_400_000;

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
)[0];

/** The desk's foot: the backups, where they are ours, and the product's version. */
export function LastBackup() {
  return (
    <p className="desk-foot">
      <Copies /> {VERSION && backups.version(VERSION)}
    </p>
  );
}

/** When data was last copied and when a copy was last tried, and what went wrong since. Source: docs/operar.md. */
function Copies() {
  const { data } = useQuery({
    queryKey: ['copias'],
    queryFn: async ({ signal }) => (await lastBackups(signal)) ?? null,
  });
  if (!data) return null;
  const { copia, ensaio, falhou, falhou_em, codigo } = data;
  const incomplete = falhou === 'copia' && codigo === 'documentos';
  const late = copia !== null && Date.now() - Date.parse(copia) > LATE_DAYS * DAY_MS;
  const troubles = [
    copia === null && !falhou && backups.none,
    falhou &&
      falhou_em &&
      (incomplete ? backups.incomplete(dayOf(falhou_em)) : backups.failed(falhou, dayOf(falhou_em))),
    late && backups.late,
  ].filter(Boolean);
  return (
    <>
      {copia && backups.last(dayOf(copia))} {ensaio && backups.drill(dayOf(ensaio))}{' '}
      {troubles.length > 0 && <strong>{troubles.join(' ')}</strong>}
    </>
  );
}

/** 'hoje', 'ontem' or the day. */
function dayOf(moment: string): string {
  const day = brazilianDay(moment);
  const daysAgo = (days: number) => brazilianDay(new Date(Date.now() - days * DAY_MS).toISOString());
  if (day === daysAgo(0)) return backups.today;
  return day === daysAgo(1) ? backups.yesterday : day;
}
