import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type pg from 'pg';
import { brazilianMoment } from '../../../domain/dates.ts';
import type { Installation } from '../../core/installation.ts';
import { named, Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/sources.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import { lockBackups, ownSite } from '../copy/make-copy.ts';
import { tellingProgress } from '../copy/progress.ts';
import { countInWords } from '../open/backup-before-update.ts';
import { announceServer } from '../open/live-server.ts';
import { missingMigrations } from '../open/migrate.ts';
import type { Unmigrated } from '../open/open-unmigrated.ts';
import { type BackupOrder, copyAndRecord } from './recorded-copy.ts';
import { readWholeCopy, type WholeCopy } from './restore-copy.ts';
import { countLosses, findCopyBefore, type Losses } from './since-update.ts';

// The way back to the version before (decision 148). Nothing is removed, and nothing of the site is
// changed: it is copied as it is, and the owner is told what the older copy does not have.

/** What was asked for. */
export type WayBack = {
  /** The copy that is gone back to; null: the one from before the update. */
  copy: string | null;
  identityFile: string | null;
  /** How much the owner has said may be lost; null: nothing was said. */
  lose: number | null;
  /** The command without that number. */
  command: string;
};

/** Exit code while the owner has not said the number. */
const WAITS = 3;

/**
 * Copies a site, tells what came since the update, and tells the steps back only to who says how much
 * that is, with the site stopped. Returns the exit code; throws Refused, with nothing changed, when there is no way.
 */
export async function goBack(
  client: pg.Client,
  { login, embedded, owned }: Unmigrated,
  installation: Installation,
  { copy, identityFile, lose, command }: WayBack,
  order: BackupOrder & { tell?: (line: string) => void },
): Promise<number> {
  const { config, print, tell } = order;
  const { dataDir } = config;
  if ((await missingMigrations(client)).length > 0)
    throw new Refused(
      `Este banco ainda é da versão anterior${named(installation.versao)}, que o serve como está. Nada foi mudado.`,
    );
  const announced = embedded ? null : await announceServer(login);
  try {
    const live = announced?.others ?? !owned;
    if (live && lose !== null)
      throw new Refused(
        'O site está no ar, e alguém ainda pode se inscrever. Nada foi mudado. Pare o site e rode de novo.',
      );
    const path = await findCopyBefore(client, config, installation.id, copy);
    const before = await tellingProgress(tell, (progress) =>
      readWholeCopy(path, { dataDir, identityFile, withoutList: false, giveBackFrom: null, progress }),
    );
    await lockBackups(client);
    const now = await copyAndRecord(login, ownSite(client, dataDir, installation), order);
    const losses = await countLosses(client, before);
    const count = Object.values(losses).reduce((sum, each) => sum + each);
    print(inWords(before, losses, now.path));
    if (live || (count > 0 && lose !== count)) {
      if (lose !== null && lose !== count) print(`São ${count} ao todo, e não ${lose}.`);
      const number = count > 0 ? ` --perder-${count}` : '';
      print(`Nada foi mudado. Para ir adiante assim, pare o site e rode: ${command}${number}`);
      return WAITS;
    }
    const bytes = before.documents.reduce((sum, { claro }) => sum + claro.bytes, 0);
    await requireSpace(dirname(dataDir), loadedBytes(before.manifest) + bytes);
    print(steps(before, now.path, order));
    return 0;
  } finally {
    await announced?.end();
  }
}

function inWords({ path, manifest }: WholeCopy, losses: Losses, now: string): string {
  const moment = brazilianMoment(new Date(manifest.momento));
  const { enrolments, documents, decisions, others } = losses;
  return (
    `Depois da cópia de antes de atualizar (${moment}, ${path}) vieram ${countInWords(enrolments, 'inscrição', 'inscrições')}, ` +
    `${countInWords(documents, 'documento', 'documentos')}, ${countInWords(decisions, 'decisão', 'decisões')} e ` +
    `${countInWords(others, 'outra mudança', 'outras mudanças')} (notas, avisos, pedidos, correções, apagadas, turmas, ajustes, contas): ` +
    `a versão anterior não as terá. Estão na cópia que acaba de ser feita, ${now}.`
  );
}

function steps({ path, manifest }: WholeCopy, now: string, { config }: BackupOrder): string {
  const { dataDir, databaseUrl, backupKey } = config;
  let back = `${dataDir}-de-volta`;
  for (let number = 2; existsSync(back); number += 1) back = `${dataDir}-de-volta-${number}`;
  const key = (encrypted: boolean) => (encrypted ? ' --identity ARQUIVO' : '');
  return `
A cópia de antes de atualizar está inteira. Para servi-la com a versão ${manifest.versao}:
  1. No .env: DATA_DIR=${back}${databaseUrl ? ' e, em DATABASE_URL, o endereço de um banco vazio' : ''}
  2. git fetch --tags && git checkout v${manifest.versao} (com textos ou fotos seus, como em docs/operar.md, «Voltar à versão anterior»)
  3. npm run restore -- "${path}"${key(manifest.destinatario !== null)}
  4. npm start
${dataDir}${databaseUrl ? ' e o banco de agora ficam' : ' fica'} como está, e não deve ser iniciada outra vez.
O que não vai junto volta, com a versão ${VERSION} e outra DATA_DIR, por: npm run restore -- "${now}"${key(backupKey !== null)}
(com --copy, num site à parte, para consultar). Guarde essa pasta, e apague-a quando não precisar mais.`;
}
