import { existsSync } from 'node:fs';
import { brazilianDay } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { keyOfCopies, readCopiedSite, readCopies, refuseEmptied } from '../site-data/copy/copies-folder.ts';
import { type Finding, inWords, ok, todo } from './finding.ts';

/** What is wrong with the copies in BACKUP_DIR. It reads their files alone, so the site may be stopped. */
export function examineCopies(
  { backupDir, backupKey, dataDir }: Config,
  installation: Installation | null,
): Finding[] {
  if (backupDir === null)
    return todo('Não há cópia de segurança: diga em BACKUP_DIR, no .env, uma pasta em outro disco.');
  if (!existsSync(backupDir))
    return todo(
      `A pasta das cópias, ${backupDir}, não existe: ligue o disco, ou corrija BACKUP_DIR no .env.`,
    );
  if (!installation) return [];
  try {
    refuseEmptied(dataDir, backupDir);
    const copied = readCopiedSite(backupDir);
    if (copied && copied.id !== installation.id)
      return todo(`A pasta ${backupDir} guarda as cópias de outro site: diga outra em BACKUP_DIR.`);
  } catch (error) {
    return todo(inWords(error, `A pasta ${backupDir} não pode ser lida.`));
  }
  const copies = readCopies(backupDir, installation.id);
  const key = backupKey === null ? keyOfCopies(copies) : null;
  const newest = copies.at(-1)?.manifest.momento;
  return [
    ...todo(
      key !== null &&
        `As cópias em ${backupDir} estão cifradas, e as próximas não: ponha no .env BACKUP_KEY=${key}.`,
    ),
    ...(newest
      ? ok(`Última cópia de segurança: ${brazilianDay(newest)}.`)
      : todo('Ainda não há nenhuma cópia de segurança inteira: rode npm run backup.')),
  ];
}
