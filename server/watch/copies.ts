import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brazilianDay } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { strangeFolder } from '../core/own-folder.ts';
import {
  COPIES,
  isElsewhere,
  keyOfCopies,
  readCopiedSite,
  readCopies,
  wasUsed,
} from '../site-data/copy/copies-folder.ts';
import { COPY_LATE_HOURS } from './facts.ts';
import { type Finding, inWords, note, ok, todo } from './finding.ts';

const HOUR_MS = 3_600_000;

/** What is wrong with the copies in BACKUP_DIR. It reads their files alone, so the site may be stopped. */
export function examineCopies(
  { backupDir, backupKey, dataDir }: Config,
  installation: Installation | null,
  now: Date,
): Finding[] {
  if (backupDir === null)
    return todo('Não há cópia de segurança: diga em BACKUP_DIR, no .env, uma pasta em outro disco.');
  if (!existsSync(backupDir))
    return todo(
      `A pasta das cópias, ${backupDir}, não existe: ligue o disco, ou corrija BACKUP_DIR no .env.`,
    );
  if (wasUsed(dataDir, backupDir) && !existsSync(join(backupDir, 'instalacao.json')))
    return todo(`A pasta das cópias, ${backupDir}, está vazia, e já teve cópias: ligue o disco dela.`);
  const place = note(
    !isElsewhere(backupDir, dataDir) &&
      `Sem cópia fora: as cópias em ${backupDir} estão no mesmo disco que os dados, e se ele quebra vão junto. Diga em BACKUP_DIR, no .env, uma pasta em outro disco.`,
  );
  if (!installation) return place;
  try {
    const strange = strangeFolder(backupDir, COPIES);
    if (strange) return todo(strange);
    const copied = readCopiedSite(backupDir);
    if (copied && copied.id !== installation.id)
      return todo(`A pasta ${backupDir} guarda as cópias de outro site: diga outra em BACKUP_DIR.`);
  } catch (error) {
    return todo(inWords(error, `A pasta ${backupDir} não pode ser lida.`));
  }
  const copies = readCopies(backupDir, installation.id);
  const key = backupKey === null ? keyOfCopies(copies) : null;
  const open =
    key === null
      ? []
      : todo(`As cópias em ${backupDir} estão cifradas, e as próximas não: ponha no .env BACKUP_KEY=${key}.`);
  return [...place, ...open, ...ageOf(copies.at(-1)?.manifest.momento ?? null, now)];
}

function ageOf(newest: string | null, now: Date): Finding[] {
  if (newest === null) return todo('Ainda não há nenhuma cópia de segurança inteira: rode npm run backup.');
  const age = now.getTime() - Date.parse(newest);
  const day = brazilianDay(newest);
  if (age < -HOUR_MS)
    return todo(`O relógio do servidor está atrás da última cópia (${day}): acerte a data da máquina.`);
  if (age > COPY_LATE_HOURS * HOUR_MS)
    return todo(`A última cópia de segurança é de ${day}: rode npm run backup e veja o que ele diz.`);
  return ok(`Última cópia de segurança: ${day}.`);
}
