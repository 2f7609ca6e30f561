import { existsSync } from 'node:fs';
import { readCopiedSite, wasUsed } from './backup/copies-folder.ts';
import { FolderMissing, followErasures } from './backup/erasures.ts';
import type { AppContext } from './core/context.ts';
import { updateFolder } from './data/backup-before-update.ts';

/**
 * Takes what was erased out of the copies too, and into the lists that a restore replays.
 * A folder of copies that is away is logged, once until it is there again; the next call,
 * at most an hour later, and the next backup go on.
 */
export function erasedFromCopies({ config, database, log }: Pick<AppContext, 'config' | 'database' | 'log'>) {
  const { dataDir, backupDir } = config;
  let lastFailure = '';
  let running: Promise<void> = Promise.resolve();
  const follow = async () => {
    try {
      const used = backupDir && wasUsed(dataDir, backupDir) ? backupDir : null; // else no copies yet
      const beside = existsSync(updateFolder(config)) ? updateFolder(config) : null;
      for (const copies of new Set([beside, used]))
        await followErasures({ query: database.query as never, dataDir, copies });
      if (used && !readCopiedSite(used)) throw new FolderMissing(used); // the mount point without its disk
      lastFailure = '';
    } catch (error) {
      const { name } = error as Error;
      if (name !== lastFailure) log.error({ name }, 'what was erased has not reached the copies');
      lastFailure = name;
    }
  };
  /** One at a time: they append to the same files. */
  return (): Promise<void> => {
    running = running.then(follow);
    return running;
  };
}
