import { describe, expect, test } from 'vitest';
import { openBody } from '../http/request-body.ts';
import { openPart } from './part.ts';

const MAX = 1_000_000;
const TYPE = 'multipart/form-data; boundary=x';

const streamOf = (...chunks: (string | Uint8Array)[]) =>
  new Blob(chunks as BlobPart[]).stream() as ReadableStream<Uint8Array>;
const part = (type: string, stream: ReadableStream<Uint8Array>) =>
  openPart(new Headers({ 'content-type': type }), openBody(stream), MAX);
const all = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (body: string, name = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\nContent-Type: application/pdf; a=b\r\n\r\n${body}\r\n`;

describe('the file in a body', () => {
  test('has its type without parameters in a form', async () => {
    expect(await part(TYPE, streamOf(file('a'), '--x--'))).toMatchObject({ type: 'application/pdf' });
  });

  test('may hold what almost is the boundary, in chunks of any size', async () => {
    const body = `${file('a\r\n--y\r\n-\r\n--\r\n--')}--x--\r\n`;
    const bytewise = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of Buffer.from(body)) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect((await all((await part(TYPE, bytewise)).bytes)).toString()).toBe('a\r\n--y\r\n-\r\n--\r\n--');
  });

  test.each([
    ['no file', [field('cacheControl', '3600'), '--x--'], 'No content provided'],
    ['nothing at all', [], 'The body broke off or is malformed'],
    ['no form', ['lixo'], 'The body broke off or is malformed'],
    ['too many fields', [...Array(11).fill(field('a', 'b')), file('a'), '--x--'], 'Send one file'],
    ['a broken header', ['--x\r\nContent\0: a\r\n\r\n'], 'The body broke off or is malformed'],
  ])('is not found: %s', async (_what, chunks, message) => {
    await expect(part(TYPE, streamOf(...(chunks as string[])))).rejects.toMatchObject({
      status: 400,
      message,
    });
  });

  test.each([
    ['the end is missing', [file('abc')], 'InvalidRequest'],
    ['it breaks off in the file', [file('abc').slice(0, -3)], 'InvalidRequest'],
    ['a second file follows', [file('abc'), file('def', 'b'), '--x--'], 'InvalidRequest'],
    [
      'the form is too long',
      [file('a'.repeat(MAX)), field('a', 'b'.repeat(100_000)), '--x--'],
      'EntityTooLarge',
    ],
  ])('does not end well: %s', async (_what, chunks, code) => {
    const found = await part(TYPE, streamOf(...chunks));
    await expect(all(found.bytes)).rejects.toMatchObject({ code });
  });

  test.each(['', '; boundary='])('without a boundary (%j) is no form', async (end) => {
    await expect(part(`multipart/form-data${end}`, streamOf(file('a'), '--x--'))).rejects.toMatchObject({
      status: 400,
    });
  });

  test('that breaks before anybody reads it breaks nothing else', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(file('abc').slice(0, -3))),
      pull: (controller) => controller.error(new Error('the client left')),
    });
    const found = await part(TYPE, broken);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(all(found.bytes)).rejects.toMatchObject({ status: 400 });
  });

  test('is read no faster than it is used', async () => {
    let produced = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          controller.enqueue(produced === 0 ? Buffer.from(file('').slice(0, -2)) : new Uint8Array(64 * 1024));
          produced++;
        },
      },
      { highWaterMark: 0 },
    );
    const found = await part(TYPE, endless);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(produced).toBeLessThan(10);
    found.close();
  });
});
