import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { csvFile, xlsxFile } from '../app/admin/export/spreadsheet-files.ts';
import { guarded } from '../domain/desk/csv.ts';
import { type Cell, cellOf, EXPORT_COLUMNS } from '../domain/desk/spreadsheet.ts';
import { newFolder } from '../kit/folder.ts';
import { HOSTILE } from '../kit/hostile-answers.ts';

// `npm run prove -- spreadsheets`: sixty hostile answers in every column, written as
// CSV and XLSX by the page's own code and opened by LibreOffice as in Brazil, with
// everything recognised that can be. What it shows must be what was written, and
// no cell may be a formula. Needs `soffice` (Debian: libreoffice-calc).

const PLAIN = {
  condicaoMedica: 'sim',
  dataNascimento: '2012-03-05',
  arrivedAt: '2025-05-13T01:30:00Z',
  idade: 7,
};
const NUMBERS = {
  protocol: '04827193',
  cpf: '01234567890',
  telefoneWhatsapp: '62900000000',
  peso: 52.5,
  altura: 1.6,
};

export async function run(): Promise<number> {
  const folder = newFolder();
  const cells = HOSTILE.flatMap((text) => {
    const hostile = Object.fromEntries(EXPORT_COLUMNS.map(({ name }) => [name, text]));
    return [
      { ...hostile, condicaoMedica: PLAIN.condicaoMedica, arrivedAt: PLAIN.arrivedAt },
      { ...hostile, ...PLAIN, ...NUMBERS },
    ];
  }).map((row) => EXPORT_COLUMNS.map(({ name }) => cellOf(row as never, name)));
  const headings = EXPORT_COLUMNS.map(({ label }) => label);

  for (const [kind, file] of [
    ['csv', csvFile(headings)],
    ['xlsx', xlsxFile(headings, 'Inscrições')],
  ] as const) {
    file.add(cells);
    const path = join(folder, `inscricoes.${kind}`);
    writeFileSync(path, Buffer.from(await file.end().arrayBuffer()));
    const expected = [headings, ...cells].map((row) =>
      row.map((cell) => shown(cell, kind === 'csv' ? guarded : (text) => text)),
    );
    compare(kind, readWithLibreOffice(path), expected, headings);
    console.log(
      `${kind}: ${expected.length} lines of ${headings.length} cells come out as they went in, no formula`,
    );
  }
  return 0;
}

/** Throws with the first twelve cells that differ. */
function compare(kind: string, seen: string[][], expected: string[][], headings: string[]): void {
  if (seen.length !== expected.length)
    throw new Error(`${kind}: ${seen.length} lines instead of ${expected.length}`);
  const wrong = expected.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      (seen[at]?.[column] ?? '') === cell
        ? []
        : [{ row: at, column: headings[column], cell, seen: seen[at]?.[column] }],
    ),
  );
  if (wrong.length > 0)
    throw new Error(`${kind}: ${wrong.length} cells differ: ${JSON.stringify(wrong.slice(0, 12), null, 1)}`);
}

/** A cell as `readWithLibreOffice` returns it. */
function shown(cell: Cell, guard: (text: string) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `string ${guard(cell)}`;
  return 'day' in cell ? `date ${cell.day}` : `float ${cell.number}`;
}

/** `;`, quotes, UTF-8, from line 1, Portuguese of Brazil, quotes do not make text, dates and the like are recognised, formulas too. */
const CSV_FILTER = 'CSV:59,34,76,1,,1046,false,true,false,false,false,-1,true';

/**
 * Opens a file in LibreOffice and returns every cell as it understood it: type and
 * value as text, '' when empty. Writes beside the file. Throws at the first formula.
 */
function readWithLibreOffice(path: string): string[][] {
  const folder = dirname(path);
  const filter = path.endsWith('.csv') ? [`--infilter=${CSV_FILTER}`] : [];
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync(
    'soffice',
    [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, path],
    {
      stdio: 'pipe',
    },
  );
  const xml = readFileSync(path.replace(/\.\w+$/, '.fods'), 'utf8');
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(xml)?.[0] ?? '';
  const formula = /table:formula="[^"]*"/.exec(table)?.[0];
  if (formula) throw new Error(`a formula is alive: ${formula}`);
  return [...table.matchAll(/<table:table-row\b([^>]*)>([\s\S]*?)<\/table:table-row>/g)]
    .map(([, , row = '']) =>
      [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
        ([, about = '', inside = '']) =>
          Array<string>(Math.min(Number(/columns-repeated="(\d+)"/.exec(about)?.[1] ?? 1), 100)).fill(
            cellFrom(about, inside),
          ),
      ),
    )
    .filter((row) => row.some((cell) => cell !== ''));
}

function cellFrom(about: string, inside: string): string {
  const type = /office:value-type="([^"]+)"/.exec(about)?.[1];
  if (!type) return '';
  if (type !== 'string')
    return `${type} ${/office:(?:date-|boolean-|time-)?value="([^"]+)"/.exec(about)?.[1]}`;
  const text = inside
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count?: string) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t')
    .replaceAll('<text:line-break/>', '\n');
  const lines = [...text.matchAll(/<text:p(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, line = '']) =>
    line.replace(/<[^>]+>/g, ''),
  );
  return `string ${lines.join('\n')}`
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
