import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { makeDataDir } from '../../core/own-folder.ts';
import { Refused } from '../../core/refused.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { type BackupOrder, copyAndRecord, type Finished } from '../restore/recorded-copy.ts';
import { countForeignPasswords } from '../restore/restore-site.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from './identity.ts';
import { type FoundProject, inProject } from './project.ts';
import { projectSite } from './project-site.ts';

/** Makes a copy of a project, as of a site of our own. */
export async function backUpProject(found: FoundProject, order: BackupOrder): Promise<Finished> {
  makeDataDir(order.config.dataDir);
  return inProject(found, async (project) => {
    await lockBackups(project.client);
    const site = projectSite(project, await identityOf(project.client));
    const finished = await copyAndRecord(found.login, site, order);
    const foreign = await countForeignPasswords(project.client);
    if (foreign > 0)
      order.print(
        `${foreign} pessoas da equipe têm senha feita no Supabase, que só ele confere: num site embutido, dê a elas uma nova (npm run admin).`,
      );
    return finished;
  });
}

/** Which site the project is; one that was begun empty is told now. */
async function identityOf(client: pg.Client): Promise<ProjectIdentity> {
  const found = await readIdentity(client);
  if (found?.restaurando)
    throw new Refused(
      `A volta da cópia ${found.copia} para este projeto não terminou. Nada foi copiado. Rode o mesmo npm run restore de novo.`,
    );
  if (found) return found;
  const identity = { id: randomUUID(), geracao: 1 };
  await writeIdentity(client, identity);
  return identity;
}
