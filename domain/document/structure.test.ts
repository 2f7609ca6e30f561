import { readFileSync } from 'node:fs';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegOf, pdfOf, pngOf } from '../../kit/document-bytes.ts';
import type { DocumentKind } from './document.ts';
import { pdfStructure } from './pdf-structure.ts';
import { pictureFault } from './photo-header.ts';

const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'));
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function look(kind: DocumentKind, bytes: Uint8Array) {
  if (kind === 'pdf') {
    const inflate = (at: number) => {
      try {
        const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1_000_000 };
        return inflateSync(bytes.subarray(at), options).toString('latin1');
      } catch {
        return null;
      }
    };
    const { whole, active } = pdfStructure(Buffer.from(bytes).toString('latin1'), inflate);
    return { fault: whole ? null : 'broken', active };
  }
  return { fault: pictureFault(bytes), active: [] };
}
const faultOf = (kind: DocumentKind, bytes: Uint8Array) => look(kind, bytes).fault;
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
    [
      'that is a web page behind a blank line',
      () => text(`\n${pdfOf().replace('\n', '\n<html>')}`),
      'broken',
    ],
    ['without the place of its table', () => text(pdfOf().replace('startxref', 'startx')), 'broken'],
    ['without a root', () => text(pdfOf().replaceAll('/Root', '/Boot')), 'broken'],
    ['without pages', () => text(pdfOf().replaceAll('/Pages', '/Leafs')), 'broken'],
    ['that only says it is one', () => text(`%PDF-1.4\n${' '.repeat(900)}\n%%EOF`), 'broken'],
    ['with two kilobytes of junk after its end', () => joined(pdf(), new Uint8Array(2_048)), 'broken'],
    [
      'behind a byte order mark, a blank line and NULs',
      () => joined(text('\xef\xbb\xbf\r\n\0\0'), pdf()),
      null,
    ],
    ['with bytes before its first object', () => text(pdfOf().replace('\n', '\n<\xff\n')), null],
    ['of forty bytes', () => text('%PDF-1.4\n/Root /Pages\nstartxref\n0\n%%EOF'), 'broken'],
    ['that is a web page', () => text('%PDF-1.4\n<html>/Root 1 0 R/Pages startxref 0 %%EOF'), 'broken'],
    [
      'that is a web page first',
      () => text(pdfOf().replace('\n', '\n% a comment\n<html><script>a</script>\n')),
      'broken',
    ],
  ])('%s', (_what, bytes, fault) => {
    expect(faultOf('pdf', bytes())).toBe(fault);
  });

  test.each<[string, string, string[]]>([
    ['opens at a page', '/OpenAction[3 0 R/Fit]', []],
    ['goes to a page', '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>', []],
    ['goes to a page by an object', '/OpenAction 9 0 R>>endobj 9 0 obj<</S/GoTo/D[3 0 R]>>endobj<<', []],
    ['runs a program when opened', '/OpenAction<</S/JavaScript/JS(x)>>', ['programa', 'acao-ao-abrir']],
    ['does so by an object', '/OpenAction 9 0 R>>endobj 9 0 obj<</S/URI/URI(x)>>endobj<<', ['acao-ao-abrir']],
    ['hides the name', '/AA<</O<</S/J#61va#53cript>>>>', ['programa', 'acao-ao-abrir']],
    ['acts when a page opens', '/AA<</O<</S/URI/URI(x)>>>>', ['acao-ao-abrir']],
    [
      'does so by objects',
      '/AA 9 0 R>>endobj 9 0 obj<</C 8 0 R/O 10 0 R>>endobj 10 0 obj<</S/URI/URI(x)>>endobj<<',
      ['acao-ao-abrir'],
    ],
    ['acts when a field is shown', '/AA<</PV<</S/Named/N/Print>>>>', ['acao-ao-abrir']],
    ['goes to a place when a page opens', '/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>', []],
    ['acts when a page closes', '/AA<</C<</S/URI/URI(x)>>>>', []],
    ['plays a film with a program', '/A<</S/Rendition/OP 0/JS(x)/R 9 0 R>>', ['programa']],
    ['starts another program', '/A<</S/Launch/F(x)>>', ['abre-programa']],
    ['carries a file', '/EF<</F 8 0 R>>>><</Type/EmbeddedFile', ['arquivo-dentro']],
  ])('that %s', (_what, more, active) => {
    expect(look('pdf', pdf(more)).active).toEqual(active);
  });

  const [FOUND, UNREAD] = [['programa'], ['nao-conferido']];
  const PROGRAM = '7 0 <</S/JavaScript/JS(x)>>';
  const flate = (value: string) => deflateSync(value).toString('latin1');
  /** An object stream; its dictionary says more, such as how it is coded. */
  const objectStream = (coded: string, more = '/Filter/FlateDecode', type = '/Type/ObjStm') =>
    `>>endobj 8 0 obj<<${type}/N 1/First 4/Length ${coded.length}${more}>>stream\r\n${coded}\nendstream<<`;
  const hex = (value: string) => `${Buffer.from(value, 'latin1').toString('hex')}>`;

  test.each<[string, string, string[]]>([
    ['Flate', objectStream(flate(PROGRAM)), FOUND],
    ['Flate in an array', objectStream(flate(PROGRAM), '/Filter [ /FlateDecode ] '), FOUND],
    ['nothing', objectStream(PROGRAM, ''), FOUND],
    ['Flate without its type', objectStream(flate(PROGRAM), '/Filter/FlateDecode', ''), FOUND],
    ['Flate, nothing in it', objectStream(flate('7 0 <</Type/Font>>')), []],
    ['Flate, the 34th', objectStream(flate('7 0 null')).repeat(33) + objectStream(flate(PROGRAM)), FOUND],
    [
      'Flate, after four megabytes',
      objectStream(flate(' '.repeat(900_000))).repeat(5) + objectStream(flate(PROGRAM)),
      FOUND,
    ],
    ['Flate, behind more than is read', objectStream(flate(' '.repeat(9_000_000) + PROGRAM)), UNREAD],
    ['Flate, of more than it can be', objectStream('x'.repeat(90)), UNREAD],
    ['ASCIIHex and Flate', objectStream(hex(flate(PROGRAM)), '/Filter[/ASCIIHexDecode/FlateDecode]'), UNREAD],
    ['ASCII85 and Flate', objectStream('Gar8O(o6*is8Wbg', '/Filter[/ASCII85Decode/FlateDecode]'), UNREAD],
    ['a filter that is an object', objectStream(hex(PROGRAM), '/Filter 9 0 R'), UNREAD],
    ['a filter with escapes', objectStream(hex(PROGRAM), '/Fil#74er/ASCIIHexDecode'), UNREAD],
    ['two filters said one by one', objectStream(hex(PROGRAM), '/Filter/AHx/Filter null'), UNREAD],
    ['predictors', objectStream(flate(PROGRAM), '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'), UNREAD],
    [
      'Flate, with a sham before it',
      objectStream(hex(PROGRAM), `/X(>>stream\n${flate('')})/Filter/AHx`),
      UNREAD,
    ],
    [
      'another filter, its type with escapes',
      objectStream(hex(PROGRAM), '/Filter/AHx', '/Type/#4fbjStm').replace('/First', '/Fi#72st'),
      UNREAD,
    ],
  ])('with an object stream by %s', (_what, more, active) => {
    expect(look('pdf', pdf(more))).toMatchObject({ fault: null, active });
  });

  test.each<[string, string, string]>([
    ['sends a form', '/A<</S/SubmitForm/F(x)>>', 'nao-conferido'],
    ['goes to another file', '/A<</S/GoToR/F(x)>>', 'nao-conferido'],
    ['hides that it does', '/A<</S/G#6fToR/F(x)>>', 'nao-conferido'],
    ['goes to a file in another', '/A<</S/GoToE/F(\\\\host\\a.pdf)/T<</R/C>>>>', 'nao-conferido'],
    ['takes a form from a file', '/A<</S/ImportData/F(x)>>', 'nao-conferido'],
    ['plays a film of another kind', '/A<</S/Rendition/OP 0/R 9 0 R>>', 'nao-conferido'],
    ['is a form of another kind', '/AcroForm<</XFA 9 0 R>>', 'nao-conferido'],
    ['plays a film', '/Annots[<</Subtype/RichMedia>>]', 'nao-conferido'],
    ['is encrypted', '/Encrypt 4 0 R', 'nao-conferido'],
    ['hides a launch', '/A<</S/L#61unch/F(x)>>', 'abre-programa'],
    ['has a font of a like name', '/Font/XFAB/Encrypted/Launcher', ''],
  ])('that %s, in the file or in an object stream', (_what, more, word) => {
    const active = word ? [word] : [];
    expect(look('pdf', pdf(more))).toMatchObject({ fault: null, active });
    if (!more.includes('Encrypt'))
      expect(look('pdf', pdf(objectStream(flate(`7 0<<${more}>>`)))).active).toEqual(active);
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
    [
      'a JPEG with stray bytes and a note of no length',
      'jpg',
      () => joined(jpg.subarray(0, 20), text('\0\r\n\xff\xe5\0\0\0'), jpg.subarray(20)),
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
  ])('%s', (_what, kind, bytes, fault) => {
    expect(faultOf(kind, bytes())).toBe(fault);
  });
});

describe('hostile bytes', () => {
  const SOURCES = { pdf: pdf('/OpenAction 9 0 R/J#61'), jpg: jpegOf(640, 480), png: pngOf(64, 64) };
  const kinds = fc.constantFrom<DocumentKind>('pdf', 'jpg', 'png');

  test('never break the look', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 40 })), { maxLength: 8 });
    fc.assert(
      fc.property(kinds, edits, fc.nat(), (kind, changes, cut) => {
        let bytes = SOURCES[kind];
        for (const [at, more] of changes) {
          const here = at % (bytes.length + 1);
          bytes = joined(bytes.subarray(0, here), more, bytes.subarray(here + (at % 3)));
        }
        const { fault } = look(kind, bytes.subarray(0, cut % 2 ? bytes.length : cut % bytes.length));
        expect([null, 'broken', 'vast']).toContain(fault);
      }),
    );
  });

  test('a start cut anywhere before its end is never taken for a whole document', () => {
    fc.assert(
      fc.property(kinds, fc.nat(), (kind, cut) => {
        const source = SOURCES[kind];
        const end = source.length - (kind === 'pdf' ? 6 : 2);
        expect(faultOf(kind, source.subarray(0, cut % end))).toBe('broken');
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
    [
      'a million beginnings of a program',
      'pdf',
      joined(text('%PDF-1.5\n'), text('/Jav'.repeat(1_250_000)), pdf()),
    ],
    ['nothing but slashes', 'pdf', joined(text('%PDF-1.5\n'), text('/'.repeat(5_000_000)), pdf())],
    [
      'nothing but escapes',
      'pdf',
      joined(text('%PDF-1.5\n'), text('/#61#61#61#61#61#61#61'.repeat(220_000)), pdf()),
    ],
  ])('%s are looked through in less than a second of computing', (_what, kind, bytes) => {
    const computing: number[] = []; // µs, the least of three: another process takes a share of each core's work
    do {
      const before = process.cpuUsage();
      look(kind, bytes);
      const { user, system } = process.cpuUsage(before); // not the clock: a busy machine makes it wait
      computing.push(user + system);
    } while (Math.min(...computing) >= 1_000_000 && computing.length < 3);
    expect(Math.min(...computing)).toBeLessThan(1_000_000);
  });
});
