import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { CSV_START, csvLine } from '../../../domain/desk/csv.ts';
import type { Cell } from '../../../domain/desk/spreadsheet.ts';

/** A spreadsheet being written: rows are added page by page, and `end` returns the whole file. */
type SpreadsheetFile = {
  add: (rows: readonly (readonly Cell[])[]) => void;
  end: () => Blob;
};

/** A CSV file for Brazilian Excel, with a row of headings. */
export function csvFile(headings: readonly string[]): SpreadsheetFile {
  const parts = [new Blob([CSV_START, csvLine(headings)])]; // blobs: the browser can move them to disk
  return {
    add: (rows) => parts.push(new Blob([rows.map(csvLine).join('')])),
    end: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}

/**
 * An Excel workbook of one sheet, its first row with bold headings and frozen. Every
 * text has the type text, so that no cell is a formula. Compressed while it grows, on
 * this thread: the page's content security policy allows no workers. Source: ECMA-376
 * part 1 §18 (SpreadsheetML), part 2 (packages).
 */
export function xlsxFile(headings: readonly string[], title: string): SpreadsheetFile {
  const packed: Blob[] = []; // the browser can move them to disk
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(new Blob([new Uint8Array(chunk)]));
  });
  for (const [name, xml] of Object.entries(otherParts(title))) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(xml), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheet);
  let row = 0;
  const write = (xml: string, last = false) => sheet.push(strToU8(xml), last);
  const line = (cells: string[]) => `<row r="${++row}">${cells.join('')}</row>`;

  write(`${PROLOG}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols><col min="1" max="${headings.length}" width="22" customWidth="1"/></cols><sheetData>`);
  write(line(headings.map((heading) => words(heading, STYLES.heading))));
  return {
    add: (rows) => write(rows.map((cells) => line(cells.map(cellXml))).join('')),
    end: () => {
      write('</sheetData></worksheet>', true);
      zip.end();
      return new Blob(packed, { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
    },
  };
}

const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes in `cellXfs` below. Numbers without decimals, with one, with two; days as dd/mm/aaaa; text stays text when it is edited. */
const STYLES = { places: [2, 3, 4], day: 5, text: 1, heading: 6 } as const;

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return words(cell, STYLES.text);
  if ('day' in cell) return `<c s="${STYLES.day}"><v>${dayNumber(cell.day)}</v></c>`;
  return `<c s="${STYLES.places[cell.places] ?? 0}"><v>${cell.number}</v></c>`;
}

function words(text: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Escapes markup, and the `_x0041_` that Excel reads as an A (ECMA-376 part 1 §22.9.2.19). */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Days since 30 December 1899, as spreadsheets count from March 1900 on. */
function dayNumber(isoDay: string): number {
  return Date.parse(`${isoDay}T00:00:00Z`) / 86_400_000 + 25_569;
}

/** The other parts of the package. */
function otherParts(title: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${PROLOG}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MIME}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MIME}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MIME}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${PROLOG}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">${[0, 49, 1, 164, 2, 165].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}
