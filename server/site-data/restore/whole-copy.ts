import { basename, dirname, resolve } from 'node:path';
import { named, Refused } from '../../core/refused.ts';
import { readCopies } from '../copy/copies-folder.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import { readIdentity } from '../copy/encryption.ts';
import { type Manifest, readManifest } from '../copy/manifest.ts';
import type { Progress } from '../copy/progress.ts';
import { HASHES, sinceBaseline } from '../open/migrations.ts';
import { erasuresFor, readRows, requireWhole } from './check-copy.ts';
import { type ErasuresSince, whatOf } from './repeat-erasures.ts';

/** How the text of a COPY writes it. */
const NULL = '\\N';

/** A copy that was read to its end and whose parts are whole; of its documents some may be withheld. */
export type WholeCopy = ErasuresSince & {
  path: string;
  manifest: Manifest;
  documents: ListedDocument[];
  /** Opens its parts; null when they are not encrypted. */
  identity: string | null;
};

/**
 * Reads a whole copy, every byte of it, and compares it with its manifest. Throws Refused,
 * in one sentence, for a copy that is none, damaged, of another version, or whose identity or
 * erasure list is missing. Documents that are gone or spoilt are withheld.
 */
export async function readWholeCopy(
  given: string,
  options: { dataDir: string; identityFile: string | null; withoutList: boolean; progress: Progress },
): Promise<WholeCopy> {
  const path = resolve(given);
  const manifest = readManifest(path);
  const applied = sinceBaseline(new Map(manifest.migracoes.map(({ nome, impressao }) => [nome, impressao])));
  if (!applied || [...applied].some(([name, hash]) => HASHES.get(name) !== hash))
    throw new Refused(
      `A cópia ${basename(path)} foi feita por outra versão do site${named(manifest.versao)}. Nada foi mudado. Volte-a com essa versão${applied ? '' : ', e passe o site por 1.2.0 para esta'}.`,
    );
  const erasures = erasuresFor(path, manifest, { dataDir: options.dataDir, without: options.withoutList });
  const documents = await requireWhole(path, manifest, erasures, options.progress);
  const { destinatario } = manifest;
  if (destinatario !== null && options.identityFile === null)
    throw new Refused(
      `A cópia ${basename(path)} está cifrada. Nada foi mudado. Diga o arquivo da chave que a abre: --identity ARQUIVO.`,
    );
  const identity =
    destinatario === null ? null : await readIdentity(options.identityFile ?? '', destinatario);
  const newest = erasures.length > 0 ? await readNewest(path, manifest, identity) : null;
  return { path, manifest, documents, erasures, identity, newest };
}

/** What the newest copy of this site beside this one has; null when this is the newest, or that cannot be read. */
async function readNewest(path: string, { momento, instalacao }: Manifest, identity: string | null) {
  const last = readCopies(dirname(path), instalacao.id).at(-1);
  if (!last || last.manifest.momento <= momento) return null;
  const has = new Map<string, string>();
  const rowsOf = (table: string, ...columns: string[]) =>
    readRows({ ...last, identity: last.manifest.destinatario === null ? null : identity }, table, columns);
  try {
    for await (const row of rowsOf('private.acompanhamentos', 'inscricao_id', 'apagada_em', 'documento')) {
      const [inscricao = '', binned = NULL, document] = row;
      has.set(
        whatOf({ o_que: 'inscricao', inscricao }),
        binned === NULL ? '' : `${binned.replace(' ', 'T')}:00`,
      ); // '+00' is UTC
      if (document === 't') has.set(whatOf({ o_que: 'documento', inscricao }), '');
    }
    for await (const [envio = ''] of rowsOf('private.documentos_novos', 'envio'))
      has.set(whatOf({ o_que: 'documento', inscricao: envio }), '');
    for await (const [inscricao = ''] of rowsOf('private.apagamentos', 'inscricao_id'))
      has.delete(whatOf({ o_que: 'documento', inscricao }));
  } catch {
    return null; // damaged, or another key's
  }
  return { momento: last.manifest.momento, has };
}
