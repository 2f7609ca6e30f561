import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ApiError } from '../core/errors.ts';

/** A body that sends nothing for this long is given up. */
const IDLE_MS = 20_000;

/** How much of a refused body is still read, so that a client gets the answer instead of a broken connection. */
const DRAIN_MAX_BYTES = 6 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/** More chunks than this are joined: each costs far more than a byte. */
const CHUNKS_MAX = 256;

/** What a family reads whose connection stands still. */
export const STOOD_STILL = 'O envio parou no meio. Confira a internet e tente de novo.';

/** Why a body is refused; each API has its own answer for it. */
export type BodyFault = 'tooLarge' | 'tooSlow' | 'brokenBody';

/** Headers and body of a request. */
export type Sent = { headers: Headers; body: ReadableStream<Uint8Array> | Readable | null };

/** What came with a request: on a real server Node's own stream, which costs less than a web stream. */
export function sentIn(c: Context): Sent {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  const { raw } = c.req;
  return { headers: raw.headers, body: incoming instanceof Readable ? incoming : raw.body };
}

export type Body = ReturnType<typeof openBody>;

/** A body that is read only as fast as it is used; `refuse` makes what its reading throws. */
export function openBody(
  stream: Sent['body'],
  refuse: (fault: 'tooSlow' | 'brokenBody') => ApiError,
  { idleMs = IDLE_MS } = {},
) {
  const read = stream instanceof Readable ? readerOf(stream) : webReaderOf(stream);
  let pending: Promise<Uint8Array | null> | null = null;
  let silent = false;

  /** The next chunk, null at the end. One read at a time: a concurrent call gets the same chunk. */
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
          silent = reason instanceof TimedOut;
          throw refuse(silent ? 'tooSlow' : 'brokenBody');
        });
        if (!chunk) return;
        yield chunk;
      }
    },

    /** Reads and discards the rest, up to a limit. True when the end was reached. */
    drain: async (): Promise<boolean> => {
      const end = performance.now() + (silent ? 0 : DRAIN_MAX_MS);
      for (let bytes = 0; bytes <= DRAIN_MAX_BYTES; ) {
        const chunk = await within(end - performance.now(), next()).catch(() => undefined);
        if (!chunk) return chunk === null;
        bytes += chunk.byteLength;
      }
      return false;
    },
  };
}

/**
 * The whole body. Throws what `refuse` makes of a fault; one above `maxBytes` only after
 * reading on (see `drain`), and then the connection is closed unless the end was reached.
 */
export async function readBody(
  sent: Sent,
  maxBytes: number,
  refuse: (fault: BodyFault) => ApiError,
): Promise<Uint8Array> {
  const body = openBody(sent.body, refuse);
  let chunks: Uint8Array[] = [];
  const announced = Number(sent.headers.get('content-length'));
  let bytes = 0;
  if (announced <= maxBytes)
    for await (const chunk of body.chunks()) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
      if (chunks.push(chunk) > CHUNKS_MAX) chunks = [Buffer.concat(chunks)];
    }
  if (Math.max(bytes, announced) <= maxBytes) return Buffer.concat(chunks);
  const error = refuse('tooLarge');
  const reusable = await body.drain();
  throw reusable ? error : Object.assign(error, { headers: { ...error.headers, Connection: 'close' } });
}

type Read = () => Promise<Uint8Array | null>;

function webReaderOf(stream: ReadableStream<Uint8Array> | null): Read {
  const reader = stream?.getReader();
  return async () => (await reader?.read())?.value ?? null;
}

/** An early return does not destroy the stream: the answer goes through the same socket. */
function readerOf(stream: Readable): Read {
  const chunks: AsyncIterator<Uint8Array, undefined> = stream.iterator({ destroyOnReturn: false });
  return async () => (await chunks.next()).value ?? null;
}

class TimedOut extends Error {}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut()), Math.max(0, ms));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Deepest nesting of a JSON body; writing a deeper one as text again could overflow the stack. */
const DEPTH_MAX = 20;

/** The fields of the JSON object that a body is; null for anything else, and for one nested too deeply. */
export function objectIn(body: Uint8Array): Record<string, unknown> | null {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(json);
    return isObject(value) && !isTooDeep(json) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether valid JSON text nests arrays and objects too deeply; brackets inside strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"/gs)) {
    if (bracket === '[' || bracket === '{') depth++;
    else if (bracket === ']' || bracket === '}') depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Whether the body says that it is something else than JSON. A page of another site can
 * send the other kinds without asking first. One that says nothing is read as JSON.
 */
export function isOtherType(headers: Headers): boolean {
  const type = headers.get('content-type');
  return type !== null && !/^application\/json\s*(;|$)/i.test(type.trim());
}
