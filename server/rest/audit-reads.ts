import type { ApiFunction } from '../../domain/functions.ts';
import { recordRead, recordSheets } from '../core/audit.ts';
import { isObject } from '../http/request-body.ts';
import { COLUMNS } from './query.ts';
import type { RestRequest } from './rest-request.ts';
import { NAMED_MAX } from './sql.ts';

/**
 * Writes the audit entries of a list of enrolments; await it before answering. One entry for each row when there are
 * at most `NAMED_MAX`; otherwise, and where there was none, one for the list, with the number of rows and the columns
 * (`select`, null: every one). `shown`: how many rows were read; `ids`: those of the first rows.
 */
export async function auditList(
  { context: { database }, caller }: RestRequest,
  select: readonly string[] | null,
  shown: number,
  ids: readonly string[],
): Promise<void> {
  if (shown > 0 && shown <= NAMED_MAX) return recordSheets(database, caller, ids);
  const everyColumn = select === null || [...COLUMNS.keys()].every((name) => select.includes(name));
  const details = { linhas: shown, colunas: everyColumn ? ['todas'] : [...select] };
  await recordRead(database, caller, 'viu_lista', { details });
}

/** What each row of a search holds of a person though no column was asked for. */
const ALWAYS_FOUND = ['telefone_novo', 'nome_do_responsavel', 'telefone_do_responsavel'];

/**
 * Writes the audit entry of a function call, unless the function writes it itself (`auditBy`): a look at the list, with
 * the columns and the number of rows that were found. `json` holds the arguments, of which `filtro` is the desk's filter.
 * Await it before the call; for a function that only reads, after the call and before answering, with its result as `body`.
 */
export async function auditFunctionCall(
  { context, caller }: RestRequest,
  name: string,
  { audit, auditBy }: ApiFunction,
  json: string,
  body: string | null,
): Promise<void> {
  if (auditBy !== 'server') return;
  const { filtro } = JSON.parse(json) as { filtro?: unknown };
  // how many there are names nobody, unless somebody is searched for
  if (name === 'contagem_de_inscricoes' && isObject(filtro) && !Object.hasOwn(filtro, 'busca')) return;
  const { colunas = ALWAYS_FOUND } = isObject(filtro) ? filtro : {};
  const asked = Array.isArray(colunas) ? colunas : [];
  const found = body === null ? null : (JSON.parse(body) as { rows?: unknown[] } | null);
  await recordRead(context.database, caller, audit, {
    details: {
      ...(found && { linhas: found.rows?.length ?? 0 }),
      colunas: asked.includes('*') ? ['todas'] : asked.filter(isCode).slice(0, 60),
    },
  });
}

/** Whether the audit log takes it: no text of a person has this shape. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z_]{0,59}$/.test(value);
}
