import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import { ApiError } from '../core/errors.ts';

/** Most bytes of a JSON body. */
const JSON_MAX = 100 * 1024;
/** Most bytes of the body that brings the lines of a spreadsheet to import. */
export const LINES_MAX = 1024 * 1024;

/** How much of a refused body is still read, so that a client gets the answer instead of a broken connection. */
const DRAIN_MAX_BYTES = 6 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/** More chunks than this are joined: each costs far more than a byte. */
const CHUNKS_MAX = 256;

/** Headers and body of a request. */
export type Sent = { headers: Headers; body: ReadableStream<Uint8Array> | Readable | null };

/** What came with a request: on a real server Node's own stream, which costs less than a web stream. */
export function sentIn(c: Context): Sent {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  const { raw } = c.req;
  return { headers: raw.headers, body: incoming instanceof Readable ? incoming : raw.body };
}

export type Body = ReturnType<typeof openBody>;

/** A body that is read only as fast as it is used; one that stands still is ended by `watchBodies`. */
export function openBody(sent: Sent['body']) {
  const stream = sent instanceof Readable ? sent : Readable.from(sent ?? []);
  // who stops reading does not destroy the stream: the answer goes through the same socket
  const read = () => stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const discard = async () => {
    let bytes = 0;
    for await (const chunk of read()) {
      bytes += chunk.byteLength;
      if (bytes > DRAIN_MAX_BYTES) return;
    }
  };

  return {
    /** Every chunk in turn. Throws when the body breaks off. */
    chunks: async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* read();
      } catch {
        throw new ApiError(400, 'PGRST102', 'The body broke off');
      }
    },
    /** Reads and discards the rest, up to a limit: the answer closes the connection afterwards. */
    drain: () => Promise.race([discard().catch(() => {}), pause(DRAIN_MAX_MS, undefined, { ref: false })]),
  };
}

/** The whole body. Throws 413 above `most` bytes, after reading on (see `drain`). */
async function readBody(sent: Sent, most: number): Promise<Uint8Array> {
  const body = openBody(sent.body);
  let chunks: Uint8Array[] = [];
  let bytes = Number(sent.headers.get('content-length'));
  if (bytes <= most) {
    bytes = 0;
    for await (const chunk of body.chunks()) {
      bytes += chunk.byteLength;
      if (bytes > most) break;
      if (chunks.push(chunk) > CHUNKS_MAX) chunks = [Buffer.concat(chunks)];
    }
  }
  if (bytes <= most) return Buffer.concat(chunks);
  await body.drain();
  const headers = { Connection: 'close' };
  throw new ApiError(413, '413', 'Os dados enviados são grandes demais.', { headers });
}

/** Deepest nesting of a JSON body; writing a deeper one as text again could overflow the stack. */
const DEPTH_MAX = 20;

/** A JSON object of a request: `json` is its unparsed text, because JSON.parse would round long numbers. */
export type SentObject = { json: string; fields: Record<string, unknown> };

/**
 * The body as one object; an array of exactly one object counts as that object. An
 * empty body gives `emptyBody`, or 400 when that is null. Throws 413 above `most`, 100 kB,
 * 415 for a compressed body or one of another type, 400 PGRST102 for anything else.
 */
export async function readObject(
  sent: Sent,
  emptyBody: SentObject | null = null,
  most = JSON_MAX,
): Promise<SentObject> {
  const encoding = sent.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity' || isOtherType(sent.headers))
    throw new ApiError(415, 'PGRST102', 'Content-Type not acceptable');
  const bytes = await readBody(sent, most);
  let json: string;
  let value: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (json.trim() === '' && emptyBody) return emptyBody;
    value = JSON.parse(json);
  } catch {
    throw wrongBody('It is not JSON');
  }
  if (isDeeper(value, DEPTH_MAX)) throw wrongBody('Nested too deeply');
  if (Array.isArray(value) && value.length === 1) {
    [value] = value;
    json = json.trim().slice(1, -1); // the text between the array's brackets
  }
  if (!isObject(value)) throw wrongBody('Send exactly one object');
  return { json, fields: value };
}

/** The fields of the object that a request sends, where no number is long. */
export const fieldsOf = async (c: Context): Promise<Record<string, unknown>> =>
  (await readObject(sentIn(c))).fields;

/** A text of these fields, '' when it is absent or null. Throws 400 when it is something else. */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw wrongBody(`${name} must be a string`);
  return value;
}

export function wrongBody(details: string): ApiError {
  return new ApiError(400, 'PGRST102', 'Empty or invalid json', { details });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether arrays and objects nest in more levels than these. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

/**
 * Whether the body says that it is something else than JSON. A page of another site can
 * send the other kinds without asking first. One that says nothing is read as JSON.
 */
function isOtherType(headers: Headers): boolean {
  const type = headers.get('content-type');
  return type !== null && !/^application\/json\s*(;|$)/i.test(type.trim());
}
