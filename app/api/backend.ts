import { StorageClient, type StorageError } from '@supabase/storage-js';
import {
  answeredError,
  BackendError,
  type CallListeners,
  type Connection,
  connection,
  STORAGE,
  TIMED_OUT,
  tablesOf,
} from './client.ts';

/** The official client for files. In a module of its own, because the desk's list is shown without it. */
export const filesOf = ({ url, send }: Connection) => new StorageClient(`${url}/storage/v1`, {}, send);

/** The official clients for tables and files, as `connection` calls the back end. */
export async function backend(
  token: () => Promise<string | null> = async () => null,
  listeners: CallListeners = {},
) {
  const to = await connection(token, listeners);
  return { rest: tablesOf(to), storage: filesOf(to) };
}

export type Backend = Awaited<ReturnType<typeof backend>>;

/** The error of storage-js. Storage answers 400 to nearly everything; the real status is in the body. */
export function storageError(error: StorageError): BackendError {
  if (error.status === undefined) {
    const { originalError } = error as StorageError & { originalError?: unknown };
    const { name = '' } = (originalError ?? {}) as { name?: string };
    return new BackendError(0, name === 'TimeoutError' ? TIMED_OUT : '', '');
  }
  return answeredError(Number(error.statusCode) || error.status, STORAGE, error.message);
}
