import { statfs } from 'node:fs/promises';

/** Left free on the documents' disk for the database, its log and the desk's work. */
export const RESERVE_BYTES = 200 * 1024 * 1024;

/** The sentence of a refusal for want of space (507), the same for documents and enrolments. */
export const NO_SPACE = 'Sem espaço para guardar agora. Tente de novo mais tarde.';

/** Bytes of uploads that have begun and have not ended. */
let inFlight = 0;

/**
 * Reserves `bytes` on the disk of `folder`, which exists, for an upload until the returned function is called, once;
 * null when they do not fit beside the other reservations and the reserve. Once the disk was read, comparing and
 * reserving are one synchronous step, so no two uploads get the same bytes.
 */
export async function reserveSpace(folder: string, bytes: number): Promise<(() => void) | null> {
  if ((await freeBytes(folder)) < RESERVE_BYTES + inFlight + bytes) return null;
  inFlight += bytes;
  return () => {
    inFlight -= bytes;
  };
}

/** What is free on the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
