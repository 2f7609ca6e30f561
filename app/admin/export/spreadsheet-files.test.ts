import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cleaned } from '../../../domain/desk/spreadsheet.ts';
import { HOSTILE } from '../../../kit/hostile-answers.ts';
import { xlsxFile } from './spreadsheet-files.ts';

async function opened(file: Blob): Promise<Record<string, string>> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The texts of a sheet, cell by cell, as Excel reads them. */
function wordsOf(xml: string): string[] {
  return [...xml.matchAll(/<t xml:space="preserve">([\s\S]*?)<\/t>/g)].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/_x([\da-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

test('every hostile answer is stored unchanged, as text, and nothing is a formula', async () => {
  const file = xlsxFile(['Nome'], 'Inscrições');
  for (const text of HOSTILE) file.add([[cleaned(text)]]);
  const { 'xl/worksheets/sheet1.xml': sheet = '' } = await opened(file.end());
  expect(wordsOf(sheet)).toEqual(['Nome', ...HOSTILE.map(cleaned)]);
  expect(sheet).not.toMatch(/<f[ >]/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of them
  expect(sheet).not.toMatch(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/);
});

test('days, numbers and empty cells have their own types', async () => {
  const file = xlsxFile(['A', 'B', 'C', 'D', 'E'], 'Inscrições');
  file.add([[{ day: '2012-03-05' }, { number: 14, places: 0 }, { number: 52.5, places: 1 }, null, 'fim']]);
  const { 'xl/worksheets/sheet1.xml': sheet = '' } = await opened(file.end());
  expect(sheet).toContain(
    '<row r="2"><c s="5"><v>40973</v></c><c s="2"><v>14</v></c><c s="3"><v>52.5</v></c><c/><c t="inlineStr"',
  );
});

test('a thousand rows in ten pages are all there, and every part that the package names', async () => {
  const file = xlsxFile(['Nome'], 'Inscrições');
  for (let page = 0; page < 10; page += 1)
    file.add(Array.from({ length: 100 }, (_, row) => [`Pessoa ${page * 100 + row}`]));
  const parts = await opened(file.end());
  expect(wordsOf(parts['xl/worksheets/sheet1.xml'] ?? '')).toHaveLength(1001);
  const named = [...(parts['[Content_Types].xml'] ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  expect(Object.keys(parts).sort()).toEqual(
    ['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', ...named].sort(),
  );
});
