import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { isOpenToOthers, isReadByGroupOf } from '../core/platform.ts';
import { readDataFolder, refuseOvertaken } from '../site-data/open/data-folder.ts';
import { noDocuments } from '../site-data/open/installation.ts';
import { type Finding, inWords, ok, type Sentence, todo, unless } from './finding.ts';

/** Below it, time to make room. */
const LOW_BYTES = 1024 ** 3;

/** The variables of .env that open the site, its data or its alerts to whoever reads them. */
export const SECRETS = ['ADMIN_PASSWORD', 'JWT_SECRET', 'DATABASE_URL', 'ALERT_URL', 'SUPABASE_SERVICE_KEY'];

/** The data folder: whole, ours, closed to others, with room. `free` of its disk is in bytes. */
export function examineFolder(
  config: Config,
  envFile: string,
  free = freeBytes(config.dataDir),
): { findings: Finding[]; installation: Installation | null } {
  const { dataDir } = config;
  let installation: Installation | null = null;
  let state = ok(`A pasta de dados está inteira: ${dataDir}.`);
  try {
    installation = readDataFolder(config);
    refuseOvertaken(config, installation);
  } catch (error) {
    state = todo(inWords(error, `A pasta ${dataDir} não pode ser lida.`));
  }
  const megabytes = Math.floor(free / 1024 ** 2).toLocaleString('pt-BR');
  return {
    installation,
    findings: [
      ...state,
      ...todo(installation !== null && !existsSync(join(dataDir, 'documents')) && noDocuments(dataDir)),
      ...unless('Pasta de dados e chaves fechadas para os outros.', wrongModes(dataDir, envFile)),
      ...unless(`Espaço livre no disco dos dados: ${megabytes} MB.`, [
        free < LOW_BYTES &&
          `Só há ${megabytes} MB livres no disco dos dados: libere espaço; com menos de 200, documentos são recusados.`,
      ]),
    ],
  };
}

/** The folder's own mode is enough: nobody reaches what is in a closed one. */
function wrongModes(dataDir: string, envFile: string): Sentence[] {
  const isOpen = (path: string) => existsSync(path) && isOpenToOthers(path);
  return [
    isOpen(dataDir) &&
      `Outros usuários da máquina alcançam ${dataDir}, com documentos e chaves: rode chmod 700 ${dataDir} e depois, com o site parado, npm run keys -- rotate.`,
    isOpen(envFile) &&
      !isReadByGroupOf(dataDir, envFile) && // as docs/operar.md installs it
      hasSecret(envFile) &&
      `Outros usuários da máquina leem senhas do .env: rode chmod 600 ${envFile}.`,
  ];
}

function hasSecret(envFile: string): boolean {
  const text = readFileSync(envFile, 'utf8');
  return SECRETS.some((name) => new RegExp(`^\\s*${name}\\s*=\\s*\\S`, 'm').test(text));
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
