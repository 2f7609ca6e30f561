import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { DOCUMENT_TYPES, type DocumentKind } from '../../domain/document/document.ts';
import type { AppContext } from '../core/context.ts';
import { ANONYMOUS } from '../core/database.ts';
import { storeFile } from './files.ts';
import { insertObject, metadataOf } from './objects.ts';

const unchecked = async () => {};

/**
 * Stores a document that a command has made, written as an applicant's upload is, but with no origin: limits and
 * floods do not count it. Throws 507 without space, and what PostgreSQL refuses.
 */
export async function storeDocument(
  { database, documentsDir }: Pick<AppContext, 'database' | 'documentsDir'>,
  key: string,
  kind: DocumentKind,
  bytes: Uint8Array,
): Promise<void> {
  await storeFile(documentsDir, Readable.from([bytes]), bytes.length, unchecked, (file) => {
    const metadata = metadataOf(file, DOCUMENT_TYPES[kind], []);
    return insertObject(database, ANONYMOUS, { id: randomUUID(), key, version: file.version, metadata });
  });
}
