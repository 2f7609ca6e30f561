import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET, documentPath, documentPathOf, kindOf, pdfStart, safeFileName } from './document.ts';

const ID = '8f1d6a4e-53a1-4c68-9f0e-0123456789ab';
const STORED = 'https://casa.example/storage/v1/object/public';

describe('the kind of a document', () => {
  test.each([
    [[0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37], 'pdf'],
    [[0xff, 0xd8, 0xff, 0xe0], 'jpg'],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'png'],
    [[0x4d, 0x5a, 0x90, 0x00], null], // a program
    [[0x3c, 0x68, 0x74, 0x6d, 0x6c], null], // <html
    [[0xff, 0xd8], null], // cut short
    [[], null],
  ])('of the first bytes %j is %j', (bytes, kind) => {
    expect(kindOf(new Uint8Array(bytes))).toBe(kind);
  });
});

describe('the beginning of a PDF', () => {
  const FULL = '%PDF-1.7\n';
  test.each([
    ['at once', FULL, 0],
    ['behind a byte order mark', `\xef\xbb\xbf${FULL}`, 3],
    ['behind blank lines', `\r\n \n${FULL}`, 4],
    ['behind NULs', `\0\0\0\0${FULL}`, 4],
    ['behind what a printer is told', `\x1b%-12345X@PJL SET DUPLEX=OFF\r\n${FULL}`, 30],
    ['behind a header of the web', `Content-Type: application/pdf\r\n\r\n${FULL}`, 33],
    ['last in the first kilobyte', `${'\n'.repeat(1_019)}${FULL}`, 1_019],
    ['behind the first kilobyte', `${'\n'.repeat(1_020)}${FULL}`, null],
    ['behind a web page', `<html>${FULL}`, null],
    ['behind a blank line and a warning of a server', `\n<br />\n<b>Warning</b>${FULL}`, null],
    ['behind a program', `MZ\x90\0${FULL}`, null],
    ['in an archive', `PK\x03\x04${FULL}`, null],
    ['behind a film', `\0\0\0\x18ftypqt  ${FULL}`, null],
    ['in other letters', '\n%pdf-1.7', null],
  ])('%s', (_where, text, at) => {
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
    expect(pdfStart(bytes)).toBe(at);
    expect(kindOf(bytes)).toBe(at === null ? null : 'pdf');
  });
});

describe('the stored name', () => {
  test.each([
    ['Declaração Única (mãe).jpg', 'jpg', 'Declaracao_Unica_mae.jpg'],
    ['comprovante cadúnico – João (1).pdf', 'pdf', 'comprovante_cadunico_Joao_1.pdf'],
    ['Screenshot 2024-02-21 at 9.41.07\u202FAM.png', 'png', 'Screenshot_2024-02-21_at_9.41.07_AM.png'],
    ['../../x.pdf', 'pdf', 'x.pdf'],
    ['a/b/c.pdf', 'pdf', 'c.pdf'],
    ['C:\\fakepath\\x.pdf', 'pdf', 'x.pdf'],
    ['%2e%2e%2f', 'pdf', '2e_2e_2f.pdf'],
    ['.pdf', 'pdf', 'documento.pdf'],
    ['..', 'pdf', 'documento.pdf'],
    ['   .jpg', 'jpg', 'documento.jpg'],
    ['arquivo.', 'pdf', 'arquivo.pdf'],
    ['foto', 'jpg', 'foto.jpg'],
    ['FOTO.JPeG', 'jpg', 'FOTO.jpg'],
    ['foto.png', 'jpg', 'foto.jpg'],
    ['nota.pdf.exe', 'pdf', 'nota.pdf'],
    ['foto.jpg.html', 'jpg', 'foto.jpg'],
    ['файл.pdf', 'pdf', 'documento.pdf'],
    ['文件.jpg', 'jpg', 'documento.jpg'],
    ['📄.pdf', 'pdf', 'documento.pdf'],
    ['nota\u202Efdp.exe', 'pdf', 'notafdp.pdf'],
    ['a"b;c\nd.pdf', 'pdf', 'a_b_c_d.pdf'],
    ['jose\u0301.pdf', 'pdf', 'jose.pdf'],
    ['folha_resumo.pdf', 'pdf', 'folha_resumo.pdf'],
  ] as const)('of %j with the bytes of a %s is %s', (original, kind, stored) => {
    expect(safeFileName(original, kind)).toBe(stored);
  });

  test('is cut to 80 characters, with its extension', () => {
    expect(safeFileName(`${'a'.repeat(300)}.pdf`, 'pdf')).toBe(`${'a'.repeat(76)}.pdf`);
  });

  test('distinguishes a second file of the same name', () => {
    expect(safeFileName('foto.jpg', 'jpg', 2)).toBe('foto-2.jpg');
    expect(safeFileName('a'.repeat(300), 'jpg', 2)).toHaveLength(80);
  });

  test('is one that Supabase stores, whatever the person’s file is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('pdf', 'jpg', 'png'),
        (original, kind) => {
          const name = safeFileName(original, kind as 'pdf');
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*\.(pdf|jpg|png)$/);
          expect(name.length).toBeLessThanOrEqual(80);
          expect(name).not.toContain('..');
        },
      ),
    );
  });
});

describe('the path of a stored address', () => {
  test('is the address with its first six path segments dropped', () => {
    const path = documentPath(ID, 'folha_resumo.pdf');
    expect(path).toBe(`public/${ID}_folha_resumo.pdf`);
    expect(documentPathOf(`${STORED}/${DOCUMENT_BUCKET}/${path}`)).toBe(path);
  });

  test('does not depend on the host', () => {
    const path = `/storage/v1/object/public/${DOCUMENT_BUCKET}/public/${ID}_a.pdf`;
    expect(documentPathOf(`http://192.0.2.1:3000${path}`)).toBe(`public/${ID}_a.pdf`);
  });

  test('is decoded', () => {
    expect(
      documentPathOf(`${STORED}/${DOCUMENT_BUCKET}/public/${ID}_Declara%C3%A7%C3%A3o%20%C3%9Anica.pdf`),
    ).toBe(`public/${ID}_Declaração Única.pdf`);
  });

  test('has no query', () => {
    expect(documentPathOf(`${STORED}/${DOCUMENT_BUCKET}/public/a.pdf?token=x#y`)).toBe('public/a.pdf');
  });

  test.each([
    ['', 'there is none'],
    ['undefined', 'it is no address'],
    [`/storage/v1/object/public/${DOCUMENT_BUCKET}/public/a.pdf`, 'it is relative'],
    [`${STORED}/${DOCUMENT_BUCKET}`, 'it has too few segments'],
    [`${STORED}/${DOCUMENT_BUCKET}/`, 'its path is empty'],
    [`${STORED}/outro_balde/public/a.pdf`, 'it is of another bucket'],
    [`${STORED}/${DOCUMENT_BUCKET}/public/%E0%A4%A.pdf`, 'it does not decode'],
    ['javascript:alert(1)', 'it is a script'],
  ])('is null for %j: %s', (address, _because) => {
    expect(documentPathOf(address)).toBeNull();
  });
});
