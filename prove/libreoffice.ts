import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `;`, quotes, UTF-8, from line 1, Portuguese of Brazil, quotes do not make text, dates and the like are recognised, formulas too. */
const CSV_FILTER = 'CSV:59,34,76,1,,1046,false,true,false,false,false,-1,true';

/**
 * Opens a file in LibreOffice and returns every cell as it understood it: type and
 * value as text, '' when empty. Writes beside the file. Throws at the first formula.
 */
export function readWithLibreOffice(path: string): string[][] {
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
