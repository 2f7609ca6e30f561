import { unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { imported } from '../../../content/import.ts';
import { MOST_ROWS } from '../../../domain/desk/import.ts';

const { refused } = imported;

/** The first sheet's lines, each cell as text, and whether another sheet has some; or why it is not read. */
export type Spreadsheet = { lines: string[][]; hasOther: boolean } | { refused: string };

/** Enough to say that there are too many, with lines above the titles. */
const MOST_LINES = MOST_ROWS + 50;
/** A sheet of 500 people unpacked is a megabyte. */
const MOST_UNPACKED = 64_000_000;

/**
 * Reads a spreadsheet by what it is and not by its name; macros never run, of a formula its last value counts. Runs in a worker,
 * which is ended where this takes long.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Spreadsheet> {
  if (bytes.length === 0) return { refused: refused.empty };
  const begins = (...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return { refused: refused.locked };
  if (begins(0x25, 0x50, 0x44, 0x46)) return { refused: refused.pdf };
  if (!begins(0x50, 0x4b)) return readText(bytes);
  try {
    if (isBomb(bytes)) return { refused: refused.bomb };
    const lines = await rowsOf(bytes, 0, MOST_LINES);
    return { lines, hasOther: (await rowsOf(bytes, 1, 1)).length > 0 };
  } catch {
    return { refused: refused.other };
  }
}

/** Whether unpacked it would be larger than any list of people. Of no part more is unpacked than it says. */
function isBomb(bytes: Uint8Array): boolean {
  let all = 0;
  unzipSync(bytes, {
    filter: ({ size, originalSize }) => {
      all += originalSize === 0 && size > 2 ? Number.POSITIVE_INFINITY : originalSize;
      return false;
    },
  });
  return all > MOST_UNPACKED;
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

/** A CSV of whichever separator, in UTF-8, in Excel's UTF-16, or as Windows writes it. */
function readText(bytes: Uint8Array): Spreadsheet {
  const text = decoded(bytes);
  if (text.includes('\0')) return { refused: refused.other };
  return {
    lines: parseCsv(text, { maxRows: MOST_LINES }).map((cells) => cells.map(textOf)),
    hasOther: false,
  };
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
