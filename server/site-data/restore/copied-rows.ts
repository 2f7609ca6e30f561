import type { Copy } from '../copy/copies-folder.ts';
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
  let begun = '';
  for await (const chunk of await tablesOf(copy)(part)) {
    const lines = (begun + Buffer.from(chunk).toString('latin1')).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      const values = line.split('\t');
      yield at.map((place) => values[place]);
    }
  }
}
