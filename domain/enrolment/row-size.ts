import { type ColumnName, FIELDS, type Field, type FieldName } from './fields.ts';

/** The largest row that the database takes of a stranger, in bytes. Mirrors private.limitar_inscricao. */
export const ROW_MAX_BYTES = 20_000;

/** Longer than the address of a document, which is known only when it has been sent. */
const ADDRESS_BYTES = 500;

type Row = Readonly<Record<ColumnName, string | number | null>>;

/** Bytes of a row as the database counts them: jsonb's text without what the database adds itself. Mirrors private.bytes_da_inscricao. */
export function rowBytes(row: Row): number {
  const cells = FIELDS.filter(({ control }) => control !== 'age').map(
    (field: Field) => `"${field.column}": ${cellText(field, row)}`,
  );
  return bytesOf(`{${cells.join(', ')}}`);
}

/**
 * The field with the longest answer when the whole row, with a document's address, exceeds ROW_MAX_BYTES;
 * else null.
 */
export function tooLongAnswer(row: Row): FieldName | null {
  if (rowBytes({ ...row, cadastro_unico_url: null }) + ADDRESS_BYTES <= ROW_MAX_BYTES) return null;
  const bytes = ({ column }: { column: ColumnName }) => bytesOf(String(row[column] ?? ''));
  return FIELDS.reduce((longest, field) => (bytes(field) > bytes(longest) ? field : longest)).name;
}

/** One answer as the database stores it, in JSON. */
function cellText({ column, range }: Field, row: Row): string {
  if (column === 'condicao_medica_detalhes' && row.condicao_medica === 'nao') return '"Nenhuma"';
  const value = row[column as ColumnName] ?? null;
  return range && value !== null
    ? Number(value).toFixed(range.unit === 'kg' ? 1 : 2) // the scale of the column
    : JSON.stringify(value);
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
