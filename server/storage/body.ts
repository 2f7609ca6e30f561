import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { refuse } from './answers.ts';

/** A body that nobody sends any more is given up after this long. */
const IDLE_MS = 20_000;

/** What is still read of a refused body, so that a browser hears the answer instead of a broken connection. */
const POUR_MAX_BYTES = 6 * 1024 * 1024;
const POUR_MAX_MS = 10_000;

const JSON_MAX_BYTES = 100_000;

export type Body = ReturnType<typeof openBody>;

/** A body, read as slowly as it is used. */
export function openBody(stream: ReadableStream<Uint8Array> | Readable | null, { idleMs = IDLE_MS } = {}) {
  const read = stream instanceof Readable ? readerOf(stream) : webReaderOf(stream);
  let pending: Promise<Uint8Array | null> | null = null;
  let silent = false;

  /** The next chunk, null at the end. One read at a time: who comes while it is under way gets the same. */
  function next(): Promise<Uint8Array | null> {
    pending ??= read().finally(() => {
      pending = null;
    });
    return pending;
  }

  return {
    /** Every chunk in turn. Throws when the body breaks off, or when nothing comes for too long. */
    chunks: async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        const chunk = await within(idleMs, next()).catch((reason: unknown) => {
          silent = reason instanceof TooLate;
          throw refuse(silent ? 'tooSlow' : 'brokenBody');
        });
        if (!chunk) return;
        yield chunk;
      }
    },

    /** Reads on and keeps nothing, for a while. True when that was all of it. */
    pourAway: async (): Promise<boolean> => {
      const end = performance.now() + (silent ? 0 : POUR_MAX_MS);
      for (let bytes = 0; bytes <= POUR_MAX_BYTES; ) {
        const chunk = await within(end - performance.now(), next()).catch(() => undefined);
        if (!chunk) return chunk === null;
        bytes += chunk.byteLength;
      }
      return false;
    },
  };
}

/** The fields of the JSON object in a body. Throws 400 for anything else, 413 above 100 kB. */
export async function readFields(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of openBody(request.body).chunks()) {
    size += chunk.byteLength;
    if (size > JSON_MAX_BYTES) throw refuse('tooLarge', 'Request body is too large');
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw refuse('badRequest', 'body must be object');
}

/** A request's body: Node's own stream where there is a port, the web's where there is none. */
export function bodyOf(c: Context): ReadableStream<Uint8Array> | Readable | null {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  return incoming instanceof Readable ? incoming : c.req.raw.body;
}

type Read = () => Promise<Uint8Array | null>;

function webReaderOf(stream: ReadableStream<Uint8Array> | null): Read {
  const reader = stream?.getReader();
  return async () => (await reader?.read())?.value ?? null;
}

/** Leaving it does not destroy it: the answer goes through the same socket. */
function readerOf(stream: Readable): Read {
  const chunks: AsyncIterator<Uint8Array, undefined> = stream.iterator({ destroyOnReturn: false });
  return async () => (await chunks.next()).value ?? null;
}

class TooLate extends Error {}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate()), Math.max(0, ms));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
