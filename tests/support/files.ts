import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below the folder with its hash; sockets and folders by name. */
export function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const path = join(folder, name);
        const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
        return [name, lstatSync(path).isFile() ? hash() : ''];
      }),
  );
}
