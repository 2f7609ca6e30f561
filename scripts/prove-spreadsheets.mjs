// `npm run prove:spreadsheets`: sixty hostile answers in every column, written as
// CSV and XLSX by the page's own code and opened by LibreOffice as in Brazil, with
// everything recognised that can be. What it shows must be what was written, and
// no cell may be a formula. Needs `soffice` (Debian: libreoffice-calc).

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled, fail } from './ensure.mjs';

/** `;`, quotes, UTF-8, from line 1, Portuguese of Brazil, quotes do not make text, dates and the like are recognised, formulas too. */
const CSV_FILTER = 'CSV:59,34,76,1,,1046,false,true,false,false,false,-1,true';

const folder = mkdtempSync(join(tmpdir(), 'cc-planilhas-'));
let problem;
try {
  ensureInstalled();
  const [{ HOSTILE }, { cellOf, EXPORT_COLUMNS }, { guarded }, { csvFile }, { xlsxFile }] = await Promise.all(
    [
      'domain/hostile.test-data',
      'domain/spreadsheet',
      'domain/csv',
      'app/admin/csv-file',
      'app/admin/xlsx-file',
    ].map(async (name) => (await runnerImport(`/${name}.ts`, { logLevel: 'error' })).module),
  );
  const good = {
    condicao_medica: 'sim',
    data_nascimento: '2012-03-05',
    created_at: '2025-05-13T01:30:00Z',
    idade: 7,
  };
  const rows = HOSTILE.flatMap((text) => {
    const hostile = Object.fromEntries(EXPORT_COLUMNS.map(({ column }) => [column, text]));
    const numbers = {
      protocolo: '04827193',
      cpf: '01234567890',
      telefone_whatsapp: '62900000000',
      peso: 52.5,
      altura: 1.6,
    };
    return [
      { ...hostile, condicao_medica: 'sim', created_at: good.created_at },
      { ...hostile, ...good, ...numbers },
    ];
  });
  const cells = rows.map((row) => EXPORT_COLUMNS.map(({ column }) => cellOf(row, column)));
  const headings = EXPORT_COLUMNS.map(({ label }) => label);

  for (const [kind, file, filter] of [
    ['csv', csvFile(headings), [`--infilter=${CSV_FILTER}`]],
    ['xlsx', xlsxFile(headings, 'Inscrições'), []],
  ]) {
    file.add(cells);
    const path = join(folder, `inscricoes.${kind}`);
    writeFileSync(path, Buffer.from(await file.end().arrayBuffer()));
    const seen = openedBy(path, filter);
    const expected = [headings, ...cells].map((row) =>
      row.map((cell) => shown(cell, kind === 'csv' ? guarded : (text) => text)),
    );
    const wrong = expected.flatMap((row, at) =>
      row.flatMap((cell, column) =>
        (seen[at]?.[column] ?? '') === cell
          ? []
          : [{ row: at, column: headings[column], cell, seen: seen[at]?.[column] }],
      ),
    );
    if (seen.length !== expected.length)
      throw new Error(`${kind}: ${seen.length} lines instead of ${expected.length}`);
    if (wrong.length > 0)
      throw new Error(
        `${kind}: ${wrong.length} cells differ: ${JSON.stringify(wrong.slice(0, 12), null, 1)}`,
      );
    console.log(
      `${kind}: ${expected.length} lines of ${headings.length} cells come out as they went in, no formula`,
    );
  }
} catch (error) {
  problem = error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (problem) fail(problem);

/** A cell in the words that LibreOffice's own format has for it. */
function shown(cell, guard) {
  if (cell === null) return '';
  if (typeof cell === 'string') return `string ${guard(cell)}`;
  return 'day' in cell ? `date ${cell.day}` : `float ${cell.number}`;
}

/** Every cell of a file as LibreOffice understood it: its type and its value. Throws at the first formula. */
function openedBy(path, filter) {
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
    .map(([, , row]) =>
      [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
        ([, about, inside = '']) =>
          Array(Math.min(Number(/columns-repeated="(\d+)"/.exec(about)?.[1] ?? 1), 100)).fill(
            seenIn(about, inside),
          ),
      ),
    )
    .filter((row) => row.some((cell) => cell !== ''));
}

function seenIn(about, inside) {
  const type = /office:value-type="([^"]+)"/.exec(about)?.[1];
  if (!type) return '';
  if (type !== 'string')
    return `${type} ${/office:(?:date-|boolean-|time-)?value="([^"]+)"/.exec(about)?.[1]}`;
  const text = inside
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count) => ' '.repeat(Number(count ?? 1)))
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
