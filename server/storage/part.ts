import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Body } from '../http/request-body.ts';
import { refuse } from './answers.ts';

/** The file in an upload's body. */
export type Part = {
  /** The MIME type that the client declares. */
  type: string;
  /** Its bytes; throws when the body around them is broken, so that it ends only for a whole body. */
  bytes: AsyncIterable<Uint8Array>;
  /** Stops reading. */
  close: () => void;
};

/** A form is at most this much longer than its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const FORM_LIMITS = {
  fields: 10,
  fieldSize: 16 * 1024,
  files: 1,
  parts: 11,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** Finds the file: the one file part of a form, whatever its name, or the raw body. Source: docs/contract.md §6.2. */
export async function openPart(headers: Headers, body: Body, maxBytes: number): Promise<Part> {
  const type = headers.get('content-type') ?? '';
  if (/^multipart\/form-data/i.test(type))
    return openForm(type, body, maxBytes + FORM_OVERHEAD_BYTES).catch((error: unknown) => {
      throw asRefusal(error); // one without a boundary too
    });
  return {
    type: type || 'application/octet-stream',
    bytes: body.chunks(),
    close: () => {},
  };
}

async function openForm(type: string, body: Body, maxBytes: number): Promise<Part> {
  const parser = new Busboy({ headers: { 'content-type': type }, limits: FORM_LIMITS, fileHwm: 128 * 1024 });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => parser.destroy(refuse('brokenBody', 'Send one file')));
  return new Promise<Part>((resolve, reject) => {
    let found: Readable | undefined;
    // Only as fast as the file is read.
    const whole = pipeline(limited(body, maxBytes), parser).catch((error: Error) => {
      found?.destroy(error); // it waits for more otherwise
      throw asRefusal(error);
    });
    whole.then(() => reject(refuse('brokenBody', 'No content provided')), reject);
    parser.once('file', (_name, file, _filename, _encoding, mimeType) => {
      found = file.on('error', () => {}); // it may break before it is read; the reader gets the error
      resolve({ type: mimeType, bytes: bytesOf(file, whole), close: () => parser.destroy() });
    });
  });
}

async function* bytesOf(file: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw asRefusal(error);
  }
  await whole;
}

/** The body's bytes. Throws 413 above `maxBytes`. */
async function* limited(body: Body, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body.chunks()) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw refuse('tooLarge');
    yield chunk;
  }
}

/** The parser's own errors mean a malformed form. */
function asRefusal(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error : refuse('brokenBody');
}
