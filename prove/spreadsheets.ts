import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvFile } from '../app/admin/export/csv-file.ts';
import { xlsxFile } from '../app/admin/export/xlsx-file.ts';
import { guarded } from '../domain/desk/csv.ts';
import { type Cell, cellOf, EXPORT_COLUMNS } from '../domain/desk/spreadsheet.ts';
import { HOSTILE } from '../kit/hostile-answers.ts';
import { readWithLibreOffice } from './libreoffice.ts';

// `npm run prove:spreadsheets`: sixty hostile answers in every column, written as
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
  const folder = mkdtempSync(join(tmpdir(), 'cc-planilhas-'));
  try {
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
