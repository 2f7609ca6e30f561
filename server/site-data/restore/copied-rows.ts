import type { Copy } from '../copy/copies-folder.ts';
import { linesIn } from '../copy/part-file.ts';
import { tablesOf } from './check-copy.ts';

/**
 * The columns of a copy's table, row by row: in the text of a COPY each line is a row, with tabs between its columns.
 * A column that the table did not have is undefined.
 */
export async function* readRows(
  copy: Pick<Copy, 'path' | 'manifest'> & { identity: string | null },
  table: string,
  columns: readonly string[],
): AsyncGenerator<(string | undefined)[]> {
  const part = copy.manifest.tabelas.find(({ tabela }) => tabela === table);
  if (!part) return;
  const at = columns.map((column) => part.colunas.indexOf(column));
  for await (const line of linesIn(await tablesOf(copy)(part))) {
    const values = line.split('\t');
    yield at.map((place) => values[place]);
  }
}
