import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { imported } from '../../../content/import.ts';
import { MODEL_HEADINGS } from '../../../domain/desk/import.ts';
import { xlsxFile } from '../export/spreadsheet-files.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const NS = 'http://schemas.openxmlformats.org';
const MAIN = `${NS}/spreadsheetml/2006/main`;
const DAY = ' s="1"';

/** A workbook of these sheets' rows as XML; `more`: other parts of its package. */
function workbook(sheets: string[], { is1904 = false, more = {} } = {}): Uint8Array {
  const each = (make: (at: number) => string) => sheets.map((_, at) => make(at + 1)).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${NS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${NS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${NS}/officeDocument/2006/relationships"><workbookPr date1904="${is1904}"/><sheets>${each((n) => `<sheet name="Aba ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${NS}/package/2006/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId9" Type="${NS}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

const words = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const number = (at: string, value: number, style = '') => `<c r="${at}"${style}><v>${value}</v></c>`;

test('days of both date systems, numbers, truth and the last value of a formula are read as text, from the first sheet', async () => {
  const rows = `<row r="2">${words('A2', 'Ana')}${number('B2', 40973, DAY)}${number('C2', 52.5)}<c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>HYPERLINK("x")</f><v>Bia</v></c></row>`;
  const lines = [[], ['Ana', '2012-03-05', '52.5', 'Sim', 'Bia']];
  expect(await readSpreadsheet(workbook([rows]))).toEqual({ lines, hasOther: false });
  const in1904 = workbook([rows.replace('40973', String(40973 - 1462))], { is1904: true });
  expect(await readSpreadsheet(in1904)).toEqual({ lines, hasOther: false });
  const macros = { 'xl/vbaProject.bin': 'Sub Auto_Open()' };
  expect(await readSpreadsheet(workbook([rows, rows], { more: macros }))).toEqual({ lines, hasOther: true });
});

test('our own model is read with its headings', async () => {
  const file = xlsxFile(MODEL_HEADINGS, imported.sheet).end();
  const read = await readSpreadsheet(new Uint8Array(await file.arrayBuffer()));
  expect(read).toEqual({ lines: [[...MODEL_HEADINGS]], hasOther: false });
});

test.each([
  [';', strToU8('\uFEFFnome;peso\r\n"Zé; o 1º";52,5\r\n')],
  [',', strToU8('nome,peso\n"Zé; o 1º","52,5"\n')],
  ['tab', strToU8('nome\tpeso\nZé; o 1º\t52,5\n')],
  ['; of Windows', new Uint8Array(Buffer.from('nome;peso\r\n"Zé; o 1º";52,5\r\n', 'latin1'))],
])('a CSV with %s', async (_, bytes) => {
  const lines = [
    ['nome', 'peso'],
    ['Zé; o 1º', '52,5'],
  ];
  expect(await readSpreadsheet(bytes)).toEqual({ lines });
});

const EMPTY = workbook(['']);
const many = Array.from(
  { length: 100_000 },
  (_, at) => `<row>${words('A1', `Pessoa ${at}`).replace(' r="A1"', '')}</row>`,
);
/** A part of zeros, 1:1000, and the same that says it is small. */
const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70_000_000) });
const liar = bomb.slice();
for (let at = liar.length - 200; at < liar.length; at += 1)
  if (liar[at] === 0x50 && liar[at + 1] === 0x4b && liar[at + 2] === 1)
    new DataView(liar.buffer).setUint32(at + 24, 0, true);

test.each<[string, Uint8Array, string]>([
  ['a PDF', strToU8('%PDF-1.7 …'), imported.unreadable],
  [
    'one with a password, or of an old Excel',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]),
    imported.unreadable,
  ],
  ['a zip that is none', zipSync({ 'foto.jpg': strToU8('x') }), imported.unreadable],
  ['a broken one', EMPTY.slice(0, EMPTY.length - 30), imported.unreadable],
  ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), imported.unreadable],
  ['a zip bomb', bomb, imported.large],
  ['one that says it is none', liar, imported.large],
])('%s is refused with its sentence', async (_, bytes, refused) => {
  expect(await readSpreadsheet(bytes)).toEqual({ lines: [], refused });
});

test('of a hundred thousand rows as many are read as say that they are too many; an empty sheet has none', async () => {
  const read = await readSpreadsheet(workbook([many.join('')]));
  expect(read.lines).toHaveLength(550);
  const csv = await readSpreadsheet(strToU8('a;b\n'.repeat(100_000)));
  expect(csv.lines).toHaveLength(550);
  for (const empty of [EMPTY, new Uint8Array()]) expect((await readSpreadsheet(empty)).lines).toEqual([]);
});
