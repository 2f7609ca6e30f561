import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegOf, pdfOf, pngOf } from '../../tests/support/document-bytes.ts';
import type { DocumentKind } from './document.ts';
import { structureOf } from './structure.ts';

const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'));
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const inflate = (bytes: Uint8Array) => {
  try {
    return inflateSync(bytes, { finishFlush: 2, maxOutputLength: 1_000_000 });
  } catch {
    return null;
  }
};

async function look(kind: DocumentKind, bytes: Uint8Array) {
  let reads = 0;
  const read = async (from: number, length: number) => {
    reads += 1;
    expect(from >= 0 && length <= 262_144).toBe(true);
    return bytes.subarray(from, from + length);
  };
  return { ...(await structureOf(kind, bytes.length, read, inflate)), reads };
}
const faultOf = async (kind: DocumentKind, bytes: Uint8Array) => (await look(kind, bytes)).fault;
const sample = (name: string) => new Uint8Array(readFileSync(`e2e/support/files/${name}`));
const pdf = (more = '') => text(pdfOf({ catalogue: more }));

describe('a PDF', () => {
  test.each<[string, () => Uint8Array, null | 'broken']>([
    ['small and whole', () => pdf(), null],
    ['of a printer', () => sample('nis.pdf'), null],
    ['with a password', () => sample('nis-com-senha.pdf'), null],
    ['that may only be read', () => sample('nis-so-leitura.pdf'), null],
    ['with an update appended', () => joined(pdf(), pdf()), null],
    ['with a kilobyte of junk after its end', () => joined(pdf(), new Uint8Array(1_024)), null],
    [
      'whose table stands elsewhere than it says',
      () => text(pdfOf().replace(/startxref\n\d+/, 'startxref\n7')),
      null,
    ],
    [
      'whose objects lie in streams',
      () =>
        text(
          '%PDF-1.5\n5 0 obj<</Type/ObjStm/N 3>>stream\nx\nendstream\n6 0 obj<</Type/XRef/Root 1 0 R>>\nstartxref\n9\n%%EOF',
        ),
      null,
    ],
    ['cut in the middle', () => pdf().subarray(0, 200), 'broken'],
    ['without the place of its table', () => text(pdfOf().replace('startxref', 'startx')), 'broken'],
    ['without a root', () => text(pdfOf().replaceAll('/Root', '/Boot')), 'broken'],
    ['without pages', () => text(pdfOf().replaceAll('/Pages', '/Leafs')), 'broken'],
    ['that only says it is one', () => text(`%PDF-1.4\n${' '.repeat(900)}\n%%EOF`), 'broken'],
    ['with two kilobytes of junk after its end', () => joined(pdf(), new Uint8Array(2_048)), 'broken'],
  ])('%s', async (_what, bytes, fault) => {
    expect(await faultOf('pdf', bytes())).toBe(fault);
  });

  test.each<[string, string, string[]]>([
    ['opens at a page', '/OpenAction[3 0 R/Fit]', []],
    ['goes to a page', '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>', []],
    ['goes to a page by an object', '/OpenAction 9 0 R>>endobj 9 0 obj<</S/GoTo/D[3 0 R]>>endobj<<', []],
    ['runs a program when opened', '/OpenAction<</S/JavaScript/JS(x)>>', ['programa', 'acao-ao-abrir']],
    ['does so by an object', '/OpenAction 9 0 R>>endobj 9 0 obj<</S/URI/URI(x)>>endobj<<', ['acao-ao-abrir']],
    ['hides the name', '/AA<</O<</S/J#61va#53cript>>>>', ['programa']],
    ['starts another program', '/A<</S/Launch/F(x)>>', ['abre-programa']],
    ['carries a file', '/EF<</F 8 0 R>>>><</Type/EmbeddedFile', ['arquivo-dentro']],
  ])('that %s', async (_what, more, active) => {
    expect((await look('pdf', pdf(more))).active).toEqual(active);
  });

  test('that hides a program in an object stream', async () => {
    const stream = deflateSync('7 0 <</S/JavaScript/JS(x)>>').toString('latin1');
    const bytes = pdf(
      `>>endobj 8 0 obj<</Type/ObjStm/N 1/First 4/Length ${stream.length}>>stream\r\n${stream}\nendstream<<`,
    );
    expect((await look('pdf', bytes)).active).toEqual(['programa']);
  });
});

describe('a picture', () => {
  const jpg = jpegOf(640, 480);
  test.each<[string, DocumentKind, () => Uint8Array, null | 'broken' | 'vast']>([
    ['a JPEG', 'jpg', () => jpg, null],
    ['a JPEG of a scanner', 'jpg', () => sample('nis.jpg'), null],
    ['a JPEG with a film behind it', 'jpg', () => joined(jpg, new Uint8Array(300_000).fill(7)), null],
    [
      'a JPEG with fill bytes',
      'jpg',
      () => joined(jpg.subarray(0, 2), text('\xff\xff\xff'), jpg.subarray(2)),
      null,
    ],
    ['a JPEG cut in the middle', 'jpg', () => jpg.subarray(0, jpg.length - 4), 'broken'],
    ['half of a scanned JPEG', 'jpg', () => sample('nis.jpg').subarray(0, 9_000), 'broken'],
    ['a JPEG without a picture', 'jpg', () => joined(jpg.subarray(0, 2), text('\xff\xd9')), 'broken'],
    ['a JPEG of 40 megapixels', 'jpg', () => jpegOf(8_000, 5_000), null],
    ['a larger one', 'jpg', () => jpegOf(8_000, 5_001), 'vast'],
    ['a PNG', 'png', () => pngOf(640, 480), null],
    ['a PNG with something behind it', 'png', () => joined(pngOf(9, 9), new Uint8Array(200_000)), null],
    ['a PNG cut in the middle', 'png', () => pngOf(640, 480).subarray(0, 50), 'broken'],
    ['a PNG without pixels', 'png', () => pngOf(0, 480), 'broken'],
    ['a PNG that says a billion pixels', 'png', () => pngOf(65_535, 65_535), 'vast'],
  ])('%s', async (_what, kind, bytes, fault) => {
    expect(await faultOf(kind, bytes())).toBe(fault);
  });
});

describe('hostile bytes', () => {
  const SOURCES = { pdf: pdf('/OpenAction 9 0 R/J#61'), jpg: jpegOf(640, 480), png: pngOf(64, 64) };
  const kinds = fc.constantFrom<DocumentKind>('pdf', 'jpg', 'png');

  test('never break the look, and are read a bounded number of times', async () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 40 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(kinds, edits, fc.nat(), async (kind, changes, cut) => {
        let bytes = SOURCES[kind];
        for (const [at, more] of changes) {
          const here = at % (bytes.length + 1);
          bytes = joined(bytes.subarray(0, here), more, bytes.subarray(here + (at % 3)));
        }
        const { fault, reads } = await look(
          kind,
          bytes.subarray(0, cut % 2 ? bytes.length : cut % bytes.length),
        );
        expect([null, 'broken', 'vast']).toContain(fault);
        expect(reads).toBeLessThan(50);
      }),
    );
  });

  test('a start cut anywhere before its end is never taken for a whole document', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.nat(), async (kind, cut) => {
        const source = SOURCES[kind];
        const end = source.length - (kind === 'pdf' ? 6 : 2);
        expect(await faultOf(kind, source.subarray(0, cut % end))).toBe('broken');
      }),
    );
  });

  test.each<[string, DocumentKind, Uint8Array]>([
    ['a million empty segments', 'jpg', joined(text('\xff\xd8'), text('\xff\xfe\x00\x02'.repeat(1_200_000)))],
    ['nothing but marks', 'jpg', text('\xff'.repeat(5_000_000))],
    [
      'a million object streams',
      'pdf',
      joined(text('%PDF-1.5\n'), text('/ObjStm stream\n'.repeat(330_000)), pdf()),
    ],
    [
      'a million actions',
      'pdf',
      joined(text('%PDF-1.5\n'), text('/OpenAction 1 0 R '.repeat(270_000)), pdf()),
    ],
    ['nothing but slashes', 'pdf', joined(text('%PDF-1.5\n'), text('/'.repeat(5_000_000)), pdf())],
    [
      'nothing but escapes',
      'pdf',
      joined(text('%PDF-1.5\n'), text('/#61#61#61#61#61#61#61'.repeat(220_000)), pdf()),
    ],
  ])('%s are looked through in less than a second of computing', async (_what, kind, bytes) => {
    const before = process.cpuUsage();
    const { reads } = await look(kind, bytes);
    const { user, system } = process.cpuUsage(before); // not the clock: a busy machine makes it wait
    expect(user + system).toBeLessThan(1_000_000);
    expect(reads).toBeLessThan(200);
  });
});
