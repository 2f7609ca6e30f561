import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { writeDurably } from '../core/durable-file.ts';
import { isInside } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { makeIdentity } from '../site-data/copy/encryption.ts';
import { rotateKeys, whileStopped } from '../site-data/open/stopped-site.ts';
import { type BareContext, type Command, notUnderstood } from './command.ts';

const USAGE = `Uso: npm run keys -- rotate
     npm run keys -- backup ARQUIVO

rotate faz chaves novas, com o site parado: as sessões acabam, e quem administra entra
de novo com a mesma senha. Nada mais muda. Serve também quando keys.json se perdeu, ou
quando alguém o viu.

backup faz o par de chaves das cópias de segurança: ARQUIVO é a que abre, para guardar
longe daqui; a outra, que cifra, vai em BACKUP_KEY.`;

/** The installation's secrets, and the keys of its backups. */
export const keys: Command = {
  summary: 'faz chaves novas, do site (as sessões acabam) ou das cópias',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const [name, file, ...rest] = args;
    if (name === 'rotate' && file === undefined) return renew;
    if (name === 'backup' && !file) return 'Falta o nome do arquivo depois de backup.';
    if (name !== 'backup' || !file || file.startsWith('--') || rest.length > 0) return notUnderstood(args);
    return (context) => makeBackupKeys(resolve(file), context);
  },
};

async function renew({ config, terminal: { print } }: BareContext): Promise<number> {
  await whileStopped(config, () => rotateKeys(config));
  print(`As chaves de ${config.dataDir} são novas. Todos entram de novo, com a mesma senha.`);
  if (config.jwtSecret)
    print('JWT_SECRET está no .env e continua o mesmo: troque-o ali também, se alguém o viu.');
  return 0;
}

async function makeBackupKeys(
  file: string,
  { config: { dataDir, backupDir }, terminal: { print } }: BareContext,
): Promise<number> {
  if ([dataDir, backupDir].some((folder) => folder && isInside(folder, file)))
    throw new Refused(
      `${file} fica com o que a chave abre, e quem leva um leva os dois. Nada foi mudado. Diga um arquivo fora de DATA_DIR e de BACKUP_DIR.`,
    );
  if (existsSync(file)) throw new Refused(`O arquivo ${file} já existe. Nada foi mudado. Dê outro nome.`);
  const { identity, recipient } = await makeIdentity();
  try {
    writeDurably(file, `# Abre as cópias de segurança. Chave pública: ${recipient}\n${identity}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refused(
      `Esta conta não pode escrever em ${dirname(file)} (${code}). Nada foi mudado. Diga um arquivo numa pasta dela, como a que tem a de dados: ${join(dirname(dataDir), basename(file))}`,
    );
  }
  print(`A chave que abre as cópias está em ${file}. Leve-a para fora desta máquina (um pendrive, um papel)
e apague-a daqui: sem ela ninguém abre as cópias, nem você. No .env, ponha:

BACKUP_KEY=${recipient}`);
  return 0;
}
