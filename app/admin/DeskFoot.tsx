import { useQuery } from '@tanstack/react-query';
import { backups } from '../../content/backups.ts';
import { retention } from '../../content/retention.ts';
import { lastBackupsQuery, lastRetentionQuery } from './api/notices.ts';
import { backupsInWords, recentDay } from './backup-state.ts';
import { useMay } from './controls/use-may.ts';

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
)[0];

/**
 * Below the list: how many enrolments the last daily run erased, and for the direção the last backups, where our
 * server makes them, and the product's version. Source: docs/ux.md §8.6; docs/operar.md.
 */
export function DeskFoot() {
  const may = useMay();
  const { data: [run] = [] } = useQuery(lastRetentionQuery);
  const { data: [copies] = [] } = useQuery({ ...lastBackupsQuery, enabled: may('ver_copias') });
  return (
    <>
      {run && run.enrolments > 0 && <p>{retention.lastRun(recentDay(run.at, retention), run.enrolments)}</p>}
      {may('ver_copias') && (
        <p className="soft">
          {copies && backupsInWords(copies)} {VERSION && backups.version(VERSION)}
        </p>
      )}
    </>
  );
}
