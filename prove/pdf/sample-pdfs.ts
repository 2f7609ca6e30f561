import { readFileSync } from 'node:fs';
import sharp from 'sharp';

// The desk's reader of PDFs is tried on these in Chromium (e2e), Firefox and WebKit
// (`npm run prove -- browsers`). Made by hand, plainly artificial.

/** An object of a PDF: its dictionary, or with the bytes of its stream. */
type PdfObject = string | { dictionary: string; stream: Uint8Array | string };

/** A PDF of these objects, the first being its catalogue; `trailer` is added to the last dictionary. */
function pdfWith(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const add = (part: Uint8Array | string) => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const places = objects.map((object, at) => {
    const place = length;
    add(`${at + 1} 0 obj\n`);
    if (typeof object === 'string') add(`<<${object}>>`);
    else {
      add(`<<${object.dictionary}/Length ${object.stream.length}>>\nstream\n`);
      add(object.stream);
      add('\nendstream');
    }
    add('\nendobj\n');
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = length;
  const size = objects.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`);
  add(`trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

type Sheet = { box?: string; content?: string; resources?: string; more?: string };

/** A PDF of these pages; `extra` objects are numbered from 3 + 2 × pages on. */
function pagesOf(sheets: readonly Sheet[], extra: readonly PdfObject[] = [], catalogue = ''): Buffer {
  const kids = sheets.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  return pdfWith([
    `/Type/Catalog/Pages 2 0 R${catalogue}`,
    `/Type/Pages/Kids[${kids}]/Count ${sheets.length}`,
    ...sheets.flatMap(({ box = '0 0 595 842', content = '', resources = '', more = '' }, at) => [
      `/Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources<<${resources}>>/Contents ${4 + 2 * at} 0 R${more}`,
      { dictionary: '', stream: content },
    ]),
    ...extra,
  ]);
}

/** The upper left corner of a page of A4 is red, so that turning and drawing can be seen. */
const RED_CORNER = '0.8 0.05 0.05 rg 0 742 100 100 re f 0 g ';

/** A page that is one picture: a scan. */
const scan = (dictionary: string, stream: Uint8Array, extra: PdfObject[] = []) =>
  pagesOf(
    [{ content: 'q 595 0 0 842 0 0 cm /Im Do Q', resources: '/XObject<</Im 5 0 R>>' }],
    [{ dictionary: `/Type/XObject/Subtype/Image${dictionary}`, stream }, ...extra],
  );

/** Two pages with the fonts that a reader has to bring itself, a link and a filled-in field. */
export function textPdf(): Buffer {
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Courier', 'Symbol', 'ZapfDingbats']
    .map((name, at) => `/F${at}<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`)
    .join('')
    .replace(/(Symbol|ZapfDingbats)\/Encoding\/WinAnsiEncoding/g, '$1');
  const lines = Array.from(
    { length: 6 },
    (_, at) => `BT /F${at} 18 Tf 60 ${700 - at * 40} Td (Folha Resumo - exemplo ${at}) Tj ET`,
  ).join(' ');
  const field =
    '/Type/Annot/Subtype/Widget/FT/Tx/T(nome)/V(PESSOA DE TESTE)/Rect[60 300 300 330]/F 4/AP<</N 8 0 R>>';
  return pagesOf(
    [
      {
        content: RED_CORNER + lines,
        resources: `/Font<<${fonts}>>`,
        more: `/Annots[7 0 R<<${field}>>]`,
      },
      { content: `${RED_CORNER} 300 400 100 100 re f`, more: '/Rotate 90' },
    ],
    [
      '/Type/Annot/Subtype/Link/Rect[60 600 300 720]/A<</S/URI/URI(https://exemplo.test/aberto)>>',
      {
        dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 240 30]/Resources<</Font<<${fonts}>>>>`,
        stream: 'BT /F0 14 Tf 4 8 Td (PESSOA DE TESTE) Tj ET',
      },
    ],
  );
}

export async function jpegScan(colours: 'rgb' | 'cmyk' = 'rgb'): Promise<Buffer> {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="850"><rect width="100%" height="100%" fill="#f4f2ec"/>
    <rect width="101" height="101" fill="#cc1010"/><text x="80" y="200" font-size="24">Folha Resumo (exemplo)</text></svg>`;
  const picture = sharp(Buffer.from(page)).flatten();
  const jpeg = await (colours === 'cmyk' ? picture.toColourspace('cmyk') : picture).jpeg().toBuffer();
  const space = colours === 'cmyk' ? '/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]' : '/DeviceRGB';
  return scan(`/Width 600/Height 850/BitsPerComponent 8/ColorSpace${space}/Filter/DCTDecode`, jpeg);
}

/** JPEG 2000, as office scanners write: needs the decoder in WebAssembly. */
export const jpxScan = () =>
  scan('/Width 320/Height 200/Filter/JPXDecode', readFileSync('e2e/support/files/figura.jp2'));

/** JBIG2: 64 × 56, white with a black rectangle, coded as MMR. */
export function jbig2Scan(): Buffer {
  const four = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const segment = (number: number, type: number, data: number[]) => [
    ...[...four(number), type, 0, 1, ...four(data.length)],
    ...data,
  ];
  const [white, begins, goesOn, ends] = ['1', '001101010000001101010' + '1', '111', '00011'];
  const rows = [
    ...Array(8).fill(white),
    begins,
    ...Array(39).fill(goesOn),
    ends,
    ...Array(7).fill(white),
    '000000000001000000000001',
  ].join('');
  const coded = (rows.match(/.{1,8}/g) ?? []).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2));
  const size = [...four(64), ...four(56)];
  return scan(
    '/Width 64/Height 56/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode',
    new Uint8Array([
      ...segment(0, 48, [...size, ...Array(8).fill(0), 0, 0, 0]),
      ...segment(1, 38, [...size, ...Array(8).fill(0), 0, 1, ...coded]),
      ...segment(2, 49, []),
    ]),
  );
}

/** Words in a font that is neither in the file nor among the reader's, with a table of characters that is fetched. */
export const japanesePdf = () =>
  pagesOf(
    [{ content: `${RED_CORNER} BT /F 24 Tf 60 600 Td <82a082a282a4> Tj ET`, resources: '/Font<</F 5 0 R>>' }],
    [
      '/Type/Font/Subtype/Type0/BaseFont/Exemplo/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]',
      '/Type/Font/Subtype/CIDFontType0/BaseFont/Exemplo/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Exemplo/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 200/CapHeight 700/StemV 80>>',
    ],
  );

/** Does all that a PDF may do by itself: none of it may happen. */
export const activePdf = () =>
  pagesOf(
    [
      {
        content: `${RED_CORNER} q 200 0 0 200 100 100 cm /Im Do Q`,
        resources: '/XObject<</Im 7 0 R>>',
        more: '/AA<</O<</S/JavaScript/JS(app.alert\\("aberto"\\))>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A<</S/Launch/F(calc.exe)>>>><</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[0 0 200 200]/A<</S/SubmitForm/F(https://exemplo.test/enviado)>>>>]',
      },
    ],
    [
      '/S/JavaScript/JS(app.launchURL\\("https://exemplo.test/script"\\); this.submitForm\\("https://exemplo.test/script"\\))',
      { dictionary: '/Type/EmbeddedFile', stream: 'MZ exemplo' },
      {
        dictionary:
          '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/F<</Type/Filespec/FS/URL/F(https://exemplo.test/fora.png)>>',
        stream: '\u0000',
      },
      '/Names[(virus.exe)<</Type/Filespec/F(virus.exe)/EF<</F 6 0 R>>>>]',
    ],
    '/OpenAction 5 0 R/Names<</EmbeddedFiles 8 0 R>>',
  );

export const pagesPdf = (count: number) =>
  pagesOf(Array.from({ length: count }, () => ({ content: RED_CORNER })));

export const pageOfSize = (box: string) =>
  pagesOf([{ box, content: '0.8 0.05 0.05 rg 0 0 500 9999999 re f' }]);

/** A picture that says it has 65,500 × 65,500 pixels: 12 GB, were it believed. */
export const vastPicture = () =>
  scan(
    '/Width 65500/Height 65500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
    new Uint8Array([0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
  );

/** A scan whose picture is none. */
export const brokenScan = () =>
  scan(
    '/Width 600/Height 850/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
    new Uint8Array(200).fill(7),
  );

/** Says that it has two pages, or a thousand million, and has one. */
export const lyingCount = (count: number) =>
  pdfWith([
    '/Type/Catalog/Pages 2 0 R',
    `/Type/Pages/Kids[3 0 R]/Count ${count}`,
    '/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R',
    { dictionary: '', stream: RED_CORNER },
  ]);

/** Two dozen drawings, each of which draws the next one twenty times. */
export const endlessPdf = () =>
  pagesOf(
    [{ content: '/D0 Do', resources: '/XObject<</D0 5 0 R>>' }],
    Array.from({ length: 24 }, (_, at) => ({
      dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</D${at + 1} ${6 + at} 0 R>>>>`,
      stream: at === 23 ? '0 0 1 1 re f' : `/D${at + 1} Do `.repeat(20),
    })),
  );

/** Has a beginning and an end, and nothing between them. */
export const brokenPdf = () => Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}\nstartxref\n9\n%%EOF\n`);
