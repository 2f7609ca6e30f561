import { useQuery } from '@tanstack/react-query';
import { backups } from '../../content/backups.ts';
import { lastBackupsQuery } from './api/notices.ts';
import { backupsInWords } from './backup-state.ts';
import { useMay } from './controls/use-may.ts';

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
)[0];

/** Below the list, for the direção: the last backups, where our server makes them, and the product's version. Source: docs/operar.md. */
export function DeskFoot() {
  const shows = useMay()('ver_copias');
  const { data: [copies] = [] } = useQuery({ ...lastBackupsQuery, enabled: shows });
  if (!shows) return null;
  return (
    <p className="soft">
      {copies && backupsInWords(copies)} {VERSION && backups.version(VERSION)}
    </p>
  );
}
