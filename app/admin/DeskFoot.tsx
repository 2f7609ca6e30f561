import { useQuery } from '@tanstack/react-query';
import { backups, ELSEWHERE_DAYS, LATE_DAYS } from '../../content/backups.ts';
import { retention } from '../../content/retention.ts';
import { brazilianDay, laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { lastBackupsQuery, lastRetentionQuery } from './api/notices.ts';
import { useMay } from './controls/use-may.ts';

const DAY_MS = 86_400_000;

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
)[0];

/**
 * Below the list: how many enrolments the last daily run erased, the product's version and, for roles that may see
 * them, the state of the backups where our server makes them. Source: docs/ux.md §8.6; docs/operar.md.
 */
export function DeskFoot() {
  const may = useMay();
  const { data: [run] = [] } = useQuery(lastRetentionQuery);
  return (
    <>
      {run && run.enrolments > 0 && <p>{retention.lastRun(recentDay(run.at, retention), run.enrolments)}</p>}
      <p className="soft">
        {may('ver_copias') && <Copies />} {VERSION && backups.version(VERSION)}
      </p>
    </>
  );
}

type Words = { today: string; yesterday: string };

/** The words for today or yesterday at the centre, or the day as `brazilianDay` writes it. */
function recentDay(moment: string, { today, yesterday }: Words): string {
  const day = brazilianDay(moment);
  if (day === writtenDay(todayInBrazil())) return today;
  return day === writtenDay(laterDay(todayInBrazil(), -1)) ? yesterday : day;
}

/** When data was last copied and when a copy was last tried, and what went wrong since. */
function Copies() {
  const { data: [last] = [] } = useQuery(lastBackupsQuery);
  if (!last) return null;
  const { copiedAt, triedAt, failed, failedAt, code, elsewhereAt } = last;
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
