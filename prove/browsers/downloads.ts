import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from './engine.ts';

/** The bytes of the file of such a name that the browser has downloaded; takes it away. Throws after 15 seconds. */
export async function downloaded({ downloads }: Engine, name: RegExp): Promise<Buffer> {
  for (let tries = 0; tries < 150; tries += 1) {
    const files = readdirSync(downloads);
    const found = files.find((file) => name.test(file));
    if (found && !files.some((file) => /\.(part|wkdownload)$/.test(file))) {
      const path = join(downloads, found);
      const bytes = readFileSync(path);
      if (bytes.length > 0) {
        rmSync(path);
        return bytes;
      }
    }
    await pause(100);
  }
  throw new Error(`no ${name} among ${readdirSync(downloads).join(' ')}`);
}
