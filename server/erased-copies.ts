import { existsSync } from 'node:fs';
import type { AppContext } from './core/context.ts';
import { reasonOf } from './core/errors.ts';
import { readInstallation } from './core/installation.ts';
import { isOfAnother, readCopiedSite, wasUsed } from './site-data/copy/copies-folder.ts';
import { completeList, FolderMissing, followErasures } from './site-data/copy/erasures.ts';
import { updateFolder } from './site-data/open/backup-before-update.ts';

/**
 * Returns a function that applies erasures to the backups: it removes erased documents from them, and adds
 * the erasures to the list that a restore replays, in the data folder too. It does so in BACKUP_DIR, unless its copies
 * are another data folder's, and in the folder of the copies from before an update. A missing folder is logged once until it is there again; the next call (each hour)
 * and the next backup try again.
 */
export function erasedFromCopies(
  { config, database, log }: Pick<AppContext, 'config' | 'database' | 'log'>,
  now = () => new Date(),
) {
  const { dataDir, backupDir } = config;
  let lastFailure = '';
  let running: Promise<void> = Promise.resolve();
  const follow = async () => {
    try {
      const query = database.query as never;
      await completeList(query, dataDir, 'damaged');
      const copied = backupDir && readCopiedSite(backupDir);
      const ours = copied && copied.id === readInstallation(dataDir)?.id && !isOfAnother(copied, dataDir);
      const used = backupDir && (ours || (!copied && wasUsed(dataDir, backupDir))) ? backupDir : null; // else no copies yet
      const beside = existsSync(updateFolder(config)) ? updateFolder(config) : null;
      for (const copies of new Set([beside, used]))
        if (copies) await followErasures({ query, copies, now: now() });
      if (used && !copied) throw new FolderMissing(used); // the mount point without its disk
      lastFailure = '';
    } catch (error) {
      const reason = reasonOf(error);
      const failure = Object.values(reason).join(' ');
      if (failure !== lastFailure) log.error(reason, 'what was erased has not reached the copies');
      lastFailure = failure;
    }
  };
  /** One at a time: they append to the same files. */
  return (): Promise<void> => {
    running = running.then(follow);
    return running;
  };
}
