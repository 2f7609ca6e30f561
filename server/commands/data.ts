import { join, resolve } from 'node:path';
import type { Config } from '../core/context.ts';
import { OWN_POSTGRES } from '../core/installation.ts';
import { acceptFolder, makeSeparate } from '../site-data/open/accept-folder.ts';
import { bringDatabase } from '../site-data/open/bring-database.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { type Command, notUnderstood, type Terminal } from './command.ts';

const USAGE = `Uso: npm run data [-- <opção>]

Mostra onde está tudo. Com uma opção, e o site parado:

  --copy    faz de uma pasta de dados copiada um site à parte (para testes):
            outra identidade e outras chaves, e as cópias de segurança não se misturam
  --bring   traz o banco para dentro de DATA_DIR, se estava em outro lugar
  --here    diz que esta pasta é a certa, quando o início achou que não`;

/** Where the data lies, and what a data folder is. */
export const data: Command = {
  summary: 'mostra onde estão os dados; cuida de pastas copiadas e mudadas',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const [option, ...rest] = args;
    const work = option === undefined ? show : Object.hasOwn(OPTIONS, option) && OPTIONS[option];
    if (!work || rest.length > 0) return notUnderstood(args);
    return async ({ config, terminal }) => {
      await work(config, terminal);
      return 0;
    };
  },
};

const OPTIONS: Record<string, (config: Config, terminal: Terminal) => Promise<void>> = {
  '--copy': async (config, { print }) => {
    const { id } = await makeSeparate(config);
    print(
      `Esta pasta é agora um site à parte (${id}), com chaves próprias. Todos entram de novo, com a mesma senha.`,
    );
  },
  '--bring': async (config, { print }) => {
    print(`O banco está agora em ${await bringDatabase(config)}.`);
  },
  '--here': async (config, { print }) => {
    const { missing, unknown } = await acceptFolder(config);
    print(`${config.dataDir} é a pasta deste site; não inicie mais a outra.`);
    if (missing > 0) print(`Faltam ${missing} documentos: o início não para mais por eles.`);
    if (unknown > 0)
      print(`${unknown} arquivos que o banco não conhece ficam sete dias em documents/orfaos.`);
  },
};

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
