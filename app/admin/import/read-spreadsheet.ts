import { unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { imported as words } from '../../../content/import.ts';
import { MOST_ROWS } from '../../../domain/desk/import.ts';

/** The first sheet's lines, each cell as text, and whether another sheet has some; or why it is not read. */
type Spreadsheet = { lines: string[][]; hasOther?: boolean; refused?: string };

/** Enough to say that there are too many, with lines above the titles. */
const MOST_LINES = MOST_ROWS + 50;
/** A sheet of 500 people unpacked is a megabyte. */
const MOST_UNPACKED = 64_000_000;

/**
 * Reads a spreadsheet by what it is and not by its name; macros never run, of a formula its last value counts. Runs in a worker,
 * which is ended where this takes long.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Spreadsheet> {
  try {
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { lines: linesOf(decoded(bytes)) };
    if (unpackedBytes(bytes) > MOST_UNPACKED) return { lines: [], refused: words.large };
    const lines = await rowsOf(bytes, 0, MOST_LINES);
    return { lines, hasOther: (await rowsOf(bytes, 1, 1)).length > 0 };
  } catch {
    return { lines: [], refused: words.unreadable };
  }
}

/** How large it says that it is unpacked, which none of its parts exceeds; what says nothing is without end. */
function unpackedBytes(bytes: Uint8Array): number {
  let all = 0;
  unzipSync(bytes, {
    filter: ({ size, originalSize }) => {
      all += originalSize || (size > 2 ? Number.POSITIVE_INFINITY : 0);
      return false;
    },
  });
  return all;
}

async function rowsOf(bytes: Uint8Array, sheet: number, most: number): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: most })) {
    if (index > 100_000) break; // far below the others: nobody's line
    if (values.some((value) => value !== null && value !== '')) lines[index] = values.map(textOf);
  }
  return Array.from(lines, (cells) => cells ?? []);
}

/** Days without their time, as ISO text; numbers as they are counted. */
function textOf(value: CellValue): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  return String(value ?? '');
}

/** The lines of a CSV of whichever separator. Throws for what is no text. */
function linesOf(text: string): string[][] {
  if (text.includes('\0') || text.startsWith('%PDF')) throw new TypeError('no text');
  return parseCsv(text, { maxRows: MOST_LINES }).map((cells) => cells.map(textOf));
}

/** In UTF-8, or as Windows writes it. */
function decoded(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
