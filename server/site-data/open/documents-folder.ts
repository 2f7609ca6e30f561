import { dirname } from 'node:path';
import type { Database } from '../../core/database.ts';
import { isSameFolder, readRow } from './installation.ts';

/**
 * Whether the documents of this database are in this very folder: with DATABASE_URL a command may
 * have been given another DATA_DIR, where the site would not find what is stored. True of a
 * database that no server has begun.
 */
export async function isDocumentsFolder(database: Database, documentsDir: string): Promise<boolean> {
  const row = await database.asOwner(readRow);
  return row === null || isSameFolder(dirname(documentsDir), row);
}
