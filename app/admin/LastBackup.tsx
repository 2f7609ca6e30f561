import { useQuery } from '@tanstack/react-query';
import { backups, ELSEWHERE_DAYS, LATE_DAYS } from '../../content/backups.ts';
import { lastBackups } from './api/backups.ts';
import { recentDay } from './controls/recent-day.ts';
import { useMay } from './controls/use-may.ts';

const DAY_MS = 86_400_000;

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
)[0];

/**
 * The desk's foot: the product's version and, for roles that may see them, the state of the backups where our
 * server makes them.
 */
export function LastBackup() {
  const may = useMay();
  return (
    <p className="soft">
      {may('ver_copias') && <Copies />} {VERSION && backups.version(VERSION)}
    </p>
  );
}

/** When data was last copied and when a copy was last tried, and what went wrong since. Source: docs/operar.md. */
function Copies() {
  const { data } = useQuery({
    queryKey: ['backups'],
    queryFn: async ({ signal }) => (await lastBackups(signal)) ?? null,
  });
  if (!data) return null;
  const { copiedAt, triedAt, failed, failedAt, code, elsewhereAt } = data;
  const dayOf = (moment: string) => recentDay(moment, backups);
  const incomplete = failed === 'copia' && code === 'documentos';
  const isOlder = (moment: string, days: number) => Date.now() - Date.parse(moment) > days * DAY_MS;
  const late = copiedAt !== null && isOlder(copiedAt, LATE_DAYS);
  const onlyHere = elsewhereAt ? isOlder(elsewhereAt, ELSEWHERE_DAYS) : copiedAt !== null;
  const troubles = [
    copiedAt === null && !failed && backups.none,
    failed &&
      failedAt &&
      (incomplete ? backups.incomplete(dayOf(failedAt)) : backups.failed(failed, dayOf(failedAt))),
    late && backups.late,
    onlyHere && backups.onlyHere(elsewhereAt && dayOf(elsewhereAt)),
  ].filter(Boolean);
  return (
    <>
      {copiedAt && backups.last(dayOf(copiedAt), copiedAt === elsewhereAt)}{' '}
      {triedAt && backups.drill(dayOf(triedAt))}{' '}
      {troubles.length > 0 && <strong className="error">{troubles.join(' ')}</strong>}
    </>
  );
}
