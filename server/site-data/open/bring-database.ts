import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Config } from '../../core/context.ts';
import { readInstallation, writeInstallation } from '../../core/installation.ts';
import { copyToDisk, syncFolder } from '../../core/platform.ts';
import { Refused } from '../../core/refused.ts';
import { canLieIn, postgresAccount, USUAL_PLACE } from '../../postgres/account.ts';
import { stopLeftover } from '../../postgres/leftover-processes.ts';
import { requireSite, whileStopped } from './stopped-site.ts';

/**
 * Moves the database of a stopped site from elsewhere into its data folder; returns where it
 * is then. Cut short, it is finished when run again. Throws Refused when it is there already,
 * or when the account that runs PostgreSQL still cannot reach the folder.
 */
export async function bringDatabase(config: Config): Promise<string> {
  const { dataDir } = config;
  const inside = join(dataDir, USUAL_PLACE);
  return whileStopped(config, async () => {
    const installation = requireSite(config);
    if (!installation || !isAbsolute(installation.banco))
      throw new Refused(`O banco não está fora de ${dataDir}. Nada foi mudado.`);
    if (!canLieIn(dataDir, postgresAccount()))
      throw new Refused(
        `A conta que executa o PostgreSQL ainda não alcança ${dataDir}. Nada foi mudado. ` +
          'Abra as pastas acima dela para passagem (chmod o+x) ou mude a pasta de lugar, e rode de novo.',
      );
    const from = installation.banco;
    if (readInstallation(dirname(from))?.id !== installation.id)
      throw new Refused(`O que há em ${dirname(from)} não é deste site. Nada foi mudado.`);
    const [there, here] = [from, inside].map((folder) => existsSync(join(folder, 'PG_VERSION')));
    if (there && here)
      throw new Refused(
        `Há um banco em ${from}, que o site usa, e outro em ${inside}. Nada foi mudado. Tire o segundo dali (guarde-o à parte) e rode de novo.`,
      );
    if (!here) {
      await stopLeftover(from);
      move(from, inside);
    }
    writeInstallation(dataDir, { ...installation, banco: USUAL_PLACE });
    rmSync(dirname(from), { recursive: true, force: true }); // ours: it holds this installation's name and nothing else
    return inside;
  });
}

/** Renames, or copies to another disk under a temporary name first. */
function move(from: string, to: string): void {
  if (!existsSync(from)) renameSync(`${from}.levado`, from); // it was cut short in between
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const arriving = `${to}.chegando`;
    rmSync(arriving, { recursive: true, force: true });
    copyToDisk(from, arriving);
    renameSync(from, `${from}.levado`); // never two under their names
    renameSync(arriving, to);
  }
  syncFolder(dirname(to));
}
