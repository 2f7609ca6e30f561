import type { ApiFunction } from '../../domain/functions.ts';
import { type Details, recordRead, recordSheets } from '../core/audit.ts';
import { isObject } from '../http/request-body.ts';
import { COLUMNS, type Query } from './query.ts';
import type { RestRequest } from './rest-request.ts';
import { NAMED_MAX } from './sql.ts';

/**
 * Writes the audit entries of a list of enrolments; await it before answering. One entry for each row when there are
 * at most `NAMED_MAX`; otherwise, and where there was none, one for the list, with the number of rows, the columns
 * and whether it was filtered. `shown`: how many rows were read; `ids`: those of
 * the first rows.
 */
export async function auditList(
  { context: { database }, caller }: RestRequest,
  { select, filters, limit, offset }: Query,
  shown: number,
  ids: readonly string[],
): Promise<void> {
  if (shown > 0 && shown <= NAMED_MAX) return recordSheets(database, caller, ids);
  const everyColumn = select === null || [...COLUMNS.keys()].every((name) => select.includes(name));
  const everybody = filters.length === 0 && offset === 0 && shown < limit;
  await recordRead(database, caller, 'viu_lista', {
    details: {
      linhas: shown,
      colunas: everyColumn ? ['todas'] : (select ?? []),
      filtrada: filters.length > 0,
      ...(shown > 0 && everyColumn && everybody && { tudo: true }),
    },
  });
}

/**
 * Writes the audit entry of a function call, unless the function writes it itself (`auditBy`). `json` holds
 * the arguments: `inscricao` is an enrolment's id, `filtro` the desk's filter. Await it before the call; for
 * a function that only reads, after the call and before answering, with the result as `answer`, whose rows
 * are counted.
 */
export async function auditFunctionCall(
  { context, caller }: RestRequest,
  name: string,
  { audit, auditBy }: ApiFunction,
  json: string,
  answer: { body: string; shown: number } | null,
): Promise<void> {
  if (auditBy !== 'server') return;
  const { inscricao, filtro = {} } = JSON.parse(json) as { inscricao?: unknown; filtro?: unknown };
  if (namesNobody(name, filtro)) return;
  await recordRead(context.database, caller, audit, {
    ...(typeof inscricao === 'string' && { enrolment: inscricao }), // what is no uuid is refused, as the function would
    details: {
      ...(isCode(name) && { funcao: name }),
      ...(answer && { linhas: rowsIn(answer) }),
      ...filterDetails(name, filtro),
    },
  });
}

/** The rows of a function's result: its own, or those that it lists under `rows`. */
function rowsIn({ body, shown }: { body: string; shown: number }): number {
  const value = JSON.parse(body) as { rows?: unknown } | null;
  return Array.isArray(value?.rows) ? value.rows.length : shown;
}

/** Keys of the desk's filter that choose no rows: order, columns and place in the list. */
const NOT_SELECTING: ReadonlySet<string> = new Set([
  ...['ordem', 'sentido', 'tamanho', 'pular', 'apos', 'colunas'],
]);

/** What each row of a search holds of a person though no column was asked for. */
const ALWAYS_FOUND = ['telefone_novo', 'nome_do_responsavel', 'telefone_do_responsavel'];

/** Which columns a filter of the desk asks for, and whether it chooses rows. */
function filterDetails(name: string, filter: unknown): Details {
  const asked = isObject(filter) ? filter : {};
  const { colunas = name === 'lista_de_inscricoes' ? ALWAYS_FOUND : null } = asked;
  return {
    ...(Array.isArray(colunas) && {
      colunas: colunas.includes('*') ? ['todas'] : colunas.filter(isCode).slice(0, 60),
    }),
    filtrada: Object.keys(asked).some((key) => !NOT_SELECTING.has(key)),
  };
}

/** Whether the audit log takes it: no text of a person has this shape. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z_]{0,59}$/.test(value);
}

/** Only counts, unless somebody is searched for. */
const namesNobody = (name: string, filter: unknown): boolean =>
  name === 'contagem_de_inscricoes' && isObject(filter) && !Object.hasOwn(filter, 'busca');
