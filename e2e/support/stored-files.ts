import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { signIn } from '../../kit/desk.ts';
import { call } from '../../kit/site.ts';
import { runSql } from './database.ts';
import { apiOf, type RunningServer } from './fixtures.ts';
import { PROJECT } from './hosted.ts';

/** Whether a file of exactly these bytes is stored there. */
export async function isStored(server: RunningServer, bytes: Buffer): Promise<boolean> {
  const folder = server.dataDir;
  if (PROJECT) return isInStorage(server, bytes);
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && statSync(path).size === bytes.length && readFileSync(path).equals(bytes);
  });
}

async function isInStorage(server: RunningServer, bytes: Buffer): Promise<boolean> {
  const { token } = await signIn(apiOf(server));
  const ofThisSize = `select name from storage.objects where (metadata ->> 'size')::integer = ${bytes.length}`;
  for (const { name } of await runSql<{ name: string }>(server, ofThisSize)) {
    const path = `/storage/v1/object/authenticated/${DOCUMENT_BUCKET}/${name}`;
    const answer = await call(apiOf(server), path, { token });
    if (Buffer.from(await answer.arrayBuffer()).equals(bytes)) return true;
  }
  return false;
}
