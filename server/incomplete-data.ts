import { join } from 'node:path';
import { hasKeys } from './core/keys.ts';
import { Refused } from './core/refused.ts';
import { databaseOf } from './postgres/cluster.ts';
import { hasDocuments } from './storage/files.ts';

/** Throws Refused for a database without its keys, and for keys and documents without their database. */
export function refuseIncomplete(dataDir: string): void {
  const { folder, exists } = databaseOf(dataDir);
  if (exists && !hasKeys(dataDir))
    throw new Refused(
      `Há um banco de dados em ${folder}, mas falta keys.json, a chave dele, em ${dataDir}. Nada foi mudado. ` +
        'Devolva o keys.json que estava nessa pasta (toda cópia dela o tem) e inicie de novo.',
    );
  if (!exists && hasKeys(dataDir) && hasDocuments(join(dataDir, 'documents')))
    throw new Refused(
      `A pasta ${dataDir} tem chaves e documentos, mas não há banco de dados em ${folder}. Nada foi mudado. ` +
        'Traga o banco que estava com eles, ou use outra pasta (DATA_DIR) para começar um site vazio.',
    );
}
