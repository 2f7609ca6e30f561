import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/context.ts';
import { RESERVE_BYTES } from '../core/disk-space.ts';
import type { Installation } from '../core/installation.ts';
import { isOpenToOthers, isOurs, isReadByGroupOf, isRoot } from '../core/platform.ts';
import { readDataFolder, refuseOvertaken } from '../site-data/open/data-folder.ts';
import { noDocuments } from '../site-data/open/installation.ts';
import { type Finding, inWords, ok, type Sentence, todo, unless } from './finding.ts';

/** Below it, time to make room; below RESERVE_BYTES new documents are refused. */
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
    state = todo(
      inWords(
        error,
        `keys.json de ${dataDir} não pode ser lido: devolva o de uma cópia da pasta, ou rode npm run keys -- rotate.`,
      ),
    );
  }
  const megabytes = Math.floor(free / 1024 ** 2).toLocaleString('pt-BR');
  return {
    installation,
    findings: [
      ...state,
      ...todo(installation !== null && !existsSync(join(dataDir, 'documents')) && noDocuments(dataDir)),
      ...unless('Pasta de dados e chaves fechadas para os outros.', wrongModes(dataDir, envFile)),
      ...unless(`Espaço livre no disco dos dados: ${megabytes} MB.`, [
        free < RESERVE_BYTES
          ? `Só há ${megabytes} MB livres no disco dos dados, e documentos são recusados: libere espaço.`
          : free < LOW_BYTES &&
            `Só há ${megabytes} MB livres no disco dos dados: libere espaço antes que falte.`,
      ]),
    ],
  };
}

function wrongModes(dataDir: string, envFile: string): Sentence[] {
  const open = (path: string) => existsSync(path) && isOpenToOthers(path);
  const strange = (path: string) => !isRoot() && existsSync(path) && !isOurs(path);
  const keys = join(dataDir, 'keys.json');
  const documents = join(dataDir, 'documents');
  return [
    strange(dataDir) &&
      `A pasta ${dataDir} é de outra conta: rode o comando com ela, ou dê a pasta a esta (chown -R).`,
    open(dataDir) && `Outros usuários da máquina alcançam ${dataDir}: rode chmod 700 ${dataDir}.`,
    open(documents) && `Outros usuários da máquina alcançam os documentos: rode chmod 700 ${documents}.`,
    open(keys) &&
      `Outros usuários da máquina leem as chaves: rode chmod 600 ${keys} e depois, com o site parado, npm run keys -- rotate.`,
    open(envFile) &&
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
