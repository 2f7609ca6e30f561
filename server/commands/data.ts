import { join, resolve } from 'node:path';
import type { Config } from '../core/context.ts';
import { OWN_POSTGRES } from '../core/installation.ts';
import { acceptFolder } from '../site-data/open/accept-folder.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { type Command, notUnderstood, type Terminal } from './command.ts';

const USAGE = `Uso: npm run data [-- <opção>]

Mostra onde está tudo. Com uma opção, e o site parado:

  --here    diz que esta pasta é a certa, quando o início achou que não`;

/** Where the data lies, and what a data folder is. */
export const data: Command = {
  summary: 'mostra onde estão os dados; diz qual pasta é a certa',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const isHere = args[0] === '--here';
    if (args.length > Number(isHere)) return notUnderstood(args);
    return async ({ config, terminal }) => {
      await (isHere ? here : show)(config, terminal);
      return 0;
    };
  },
};

async function here(config: Config, { print }: Terminal): Promise<void> {
  const { missing, unknown } = await acceptFolder(config);
  print(`${config.dataDir} é a pasta deste site; não inicie mais a outra.`);
  if (missing > 0) print(`Faltam ${missing} documentos: o início não para mais por eles.`);
  if (unknown > 0) print(`${unknown} arquivos que o banco não conhece ficam sete dias em documents/orfaos.`);
}

async function show(config: Config, { print }: Terminal): Promise<void> {
  const { dataDir } = config;
  const installation = requireSite(config);
  print(`Pasta de dados: ${dataDir}`);
  if (installation)
    print(`Site: ${installation.id}, ${installation.geracao}ª geração, versão ${installation.versao}`);
  print(`Banco: ${placeInWords(config, installation?.banco)}`);
  print(`Documentos: ${join(dataDir, 'documents')}`);
  print(`Chaves: ${join(dataDir, 'keys.json')}`);
  print(`Cópias de segurança: ${config.backupDir ?? 'nenhuma por si (BACKUP_DIR)'}`);
}

function placeInWords({ dataDir, databaseUrl }: Config, place = 'postgresql'): string {
  if (databaseUrl || place === OWN_POSTGRES) return 'PostgreSQL próprio (DATABASE_URL)';
  return `embutido, em ${resolve(dataDir, place)}`;
}
