import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF made by Chromium, in drawing order and without the spaces between
 * separate pieces. Its letters are glyph numbers of a font, and each font carries the
 * map from numbers to characters.
 */
export function pdfText(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\b(.*?)\nendobj/gs)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = '', id = ''] of [...objects.values()].join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const meanings = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    fonts.set(name, lettersOf(streamOf(objects.get(meanings ?? '') ?? '')));
  }
  let letters = new Map<string, string>();
  let words = '';
  for (const drawing of [...objects.values()].map(streamOf).filter((stream) => / Tf\b/.test(stream)))
    for (const [, font, drawn = ''] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g)) {
      if (font) letters = fonts.get(font) ?? letters;
      const digits = [...letters.keys()][0]?.length ?? 4; // of one number
      for (let at = 0; at < drawn.length; at += digits)
        words += letters.get(drawn.slice(at, at + digits).toLowerCase()) ?? '';
    }
  return words;
}

/** What is in the stream of an object; nothing where it has none, or none of text. */
function streamOf(object: string): string {
  const packed = /\/FlateDecode[\s\S]*?stream\r?\n([\s\S]*)\r?\nendstream/.exec(object)?.[1];
  return packed ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : '';
}

/** The character of each glyph number, from `<0003> <0020>` and `<0003> <0007> <0020>`. */
function lettersOf(meanings: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, block = ''] of meanings.matchAll(/beginbf\w+(.*?)endbf/gs))
    for (const line of block.trim().split('\n')) {
      const codes = [...line.matchAll(/<([\dA-Fa-f]+)>/g)].map(([, code = '']) => code.toLowerCase());
      const [first = '', last = first] = codes.length === 3 ? codes : [codes[0]];
      const meaning = codes.at(-1) ?? '';
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code += 1) {
        const letter = Buffer.from(meaning, 'hex').swap16().toString('utf16le');
        const step = code - Number.parseInt(first, 16);
        letters.set(
          code.toString(16).padStart(first.length, '0'),
          step ? String.fromCharCode(letter.charCodeAt(0) + step) : letter,
        );
      }
    }
  return letters;
}
