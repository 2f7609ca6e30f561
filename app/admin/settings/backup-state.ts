import { backups, ELSEWHERE_DAYS, LATE_DAYS } from '../../../content/backups.ts';
import { brazilianDay, laterDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import type { LastBackups } from '../api/notices.ts';

const DAY_MS = 86_400_000;

/** 'hoje' or 'ontem' at the centre, or the day as `brazilianDay` writes it. */
function dayOf(moment: string): string {
  const day = brazilianDay(moment);
  if (day === writtenDay(todayInBrazil())) return backups.today;
  return day === writtenDay(laterDay(todayInBrazil(), -1)) ? backups.yesterday : day;
}

/** When data was last copied and when a copy was last tried. */
export function backupsInWords({ copiedAt, triedAt, elsewhereAt }: LastBackups): string {
  const done = [
    copiedAt && backups.last(dayOf(copiedAt), copiedAt === elsewhereAt),
    triedAt && backups.drill(dayOf(triedAt)),
  ];
  return done.filter(Boolean).join(' ');
}

/** What went wrong with the copies since, in sentences. */
export function backupTroubles({ copiedAt, failed, failedAt, code, elsewhereAt }: LastBackups): string[] {
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
  ];
  return troubles.flatMap((trouble) => trouble || []);
}
