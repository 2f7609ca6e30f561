import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { documentTexts } from '../../content/document.ts';
import { fileWrongKind } from '../../content/messages.ts';
import { plain } from '../../e2e/support/document-files.ts';
import { prepareDocument } from './prepare.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const nis = readFileSync('e2e/support/files/nis.pdf');

async function aes256(passwords: { ownerPassword: string; userPassword?: string }): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.encrypt({ ...passwords, permissions: { printing: false } });
  return pdf.save();
}

/** The refusal or warning shown for a file; null when it is sent unchanged and without a warning. */
async function textFor(bytes: Uint8Array, name = 'arquivo.pdf'): Promise<string | null> {
  const file = new File([new Uint8Array(bytes)], name);
  const prepared = await prepareDocument(file);
  if ('refusal' in prepared) return prepared.refusal;
  expect(prepared.file).toBe(file);
  return prepared.warning;
}

// The number is the row of docs/odd-inputs.md.
test.each<[row: number, what: string, bytes: () => Uint8Array | Promise<Uint8Array>, text: string | null]>([
  [148, 'a PDF', () => nis, null],
  [
    158,
    'a PDF with a password',
    () => readFileSync('e2e/support/files/nis-com-senha.pdf'),
    documentTexts.refusals.locked,
  ],
  [
    158,
    'one with AES-256',
    () => aes256({ ownerPassword: 'dono', userPassword: 'x' }),
    documentTexts.refusals.locked,
  ],
  [158, 'one with an unknown encryption', () => latin(unknownEncryption), documentTexts.refusals.locked],
  [
    159,
    'a PDF whose owner forbids to print',
    () => readFileSync('e2e/support/files/nis-so-leitura.pdf'),
    null,
  ],
  [159, 'one with AES-256', () => aes256({ ownerPassword: 'dono' }), null],
  [
    160,
    'a signed PDF',
    () => latin(`${nis.toString('latin1')}\n9 0 obj<</ByteRange[0 1 2 3]>>\n%%EOF`),
    null,
  ],
  [
    161,
    'a PDF with JavaScript',
    () => latin(`${nis.toString('latin1')}\n9 0 obj<</S/JavaScript>>\n%%EOF`),
    null,
  ],
  [
    165,
    'a photo cut off in its header',
    async () => (await plain(900, 900, '#ddd').jpeg().toBuffer()).subarray(0, 120),
    documentTexts.refusals.broken,
  ],
  [166, 'a picture that would fill the memory', hugePicture, documentTexts.refusals.vast],
  [162, 'a truncated PDF', () => nis.subarray(0, nis.length / 2), documentTexts.refusals.brokenPdf],
])('row %i: %s', async (_row, _what, bytes, text) => {
  expect(await textFor(await bytes())).toBe(text);
});

async function hugePicture() {
  const png = await plain(900, 900, '#ddd').png().toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  return png;
}

const text = nis.toString('latin1');
test.each([
  ['a byte order mark before it', `\xef\xbb\xbf${text}`],
  ['a blank line before it', `\r\n${text}`],
  ['NULs before it', `\0\0\0\0${text}`],
  ['a web page behind it', `${text}<html>${'\n<p>fim</p>'.repeat(500)}</html>`],
  ['zeros to the end of a block behind it', `${text}${'\0'.repeat(4_096)}`],
])('a PDF with %s is sent as it was before', async (_what, content) => {
  const prepared = await prepareDocument(new File([latin(content)], 'folha.pdf'));
  if ('refusal' in prepared) throw new Error(prepared.refusal);
  expect(prepared.file.name).toBe('folha.pdf');
  expect(Buffer.from(await prepared.file.arrayBuffer()).toString('latin1')).toBe(text);
});

test('a PDF with an end in its middle, whose rest is missing, is not taken for whole', async () => {
  const rest = `\n9 0 obj<</Length 9000>>stream\n${'x'.repeat(5_000)}`;
  expect(await textFor(latin(text + rest))).toBe(documentTexts.refusals.brokenPdf);
});

test.each([
  [150, 'a program named .pdf', 'MZ\x90\0', fileWrongKind],
  [151, 'a web page named .png', '<!doctype html><script>', fileWrongKind],
  [151, 'an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', fileWrongKind],
  [152, 'a PDF that is a web page first', '<html>%PDF-1.4', fileWrongKind],
  [156, 'GIF', 'GIF89a\x01\0\x01\0', fileWrongKind],
  [156, 'BMP', 'BM\x3a\0\0\0', fileWrongKind],
  [156, 'TIFF', 'II*\0\x08\0\0\0', fileWrongKind],
  [156, 'ODT', 'PK\x03\x04\x14\0\0\0mimetypeapplication/vnd.oasis.opendocument.text', fileWrongKind],
  [156, 'ZIP', 'PK\x03\x04\x14\0\0\0foto.jpg', fileWrongKind],
  [156, 'text', 'Nome: Pessoa de Teste', fileWrongKind],
  [156, 'CSV', 'nome;nis\nPessoa de Teste;123', fileWrongKind],
  [156, 'DOCX', 'PK\x03\x04\x14\0\x06\0[Content_Types].xml', documentTexts.refusals.word],
  [157, 'a video of an iPhone', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', fileWrongKind],
  [157, 'a video of an Android', '\0\0\0\x18ftypmp42\0\0\0\0isommp42', fileWrongKind],
])('row %i: %s is refused', async (_row, _what, content, text) => {
  expect(await textFor(latin(content), 'foto.jpg')).toBe(text);
});

const unknownEncryption = `%PDF-1.4\nxref\n0 1\ntrailer\n<</Size 1/Encrypt<</Filter/Outro/V 9>>>>\nstartxref\n9\n%%EOF\n`;
