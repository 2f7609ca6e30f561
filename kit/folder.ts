import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder on the disk, through which PostgreSQL's account may pass; it is removed with the run (scripts/run.mjs). */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cc-'));
  chmodSync(folder, 0o755);
  return folder;
}
