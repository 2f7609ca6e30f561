import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { DOCUMENT_TYPES, type DocumentKind } from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import type { AppContext } from '../core/context.ts';
import { ANONYMOUS } from '../core/database.ts';
import { storeFile } from './files.ts';
import { insertObject, metadataOf } from './objects.ts';
import { checkStructure } from './structure.ts';

/**
 * Stores a document that a command has made, checked and written as an applicant's upload is, but
 * with no origin: limits and floods do not count it. Throws what an upload is refused with.
 */
export async function storeDocument(
  { database, documentsDir }: Pick<AppContext, 'database' | 'documentsDir'>,
  key: string,
  kind: DocumentKind,
  bytes: Uint8Array,
): Promise<void> {
  let active: ActiveContent[] = [];
  await storeFile(
    documentsDir,
    Readable.from([bytes]),
    {
      maxBytes: bytes.length,
      accept: () => {},
      check: async (file, size) => {
        active = await checkStructure(kind, file, size, '');
      },
    },
    (file) => {
      const metadata = metadataOf(file, DOCUMENT_TYPES[kind], active);
      const row = { id: randomUUID(), key, version: file.version, metadata };
      return insertObject(database, ANONYMOUS, row);
    },
  );
}
