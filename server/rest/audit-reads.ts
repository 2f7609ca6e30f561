import { type Reading, recordRead } from '../core/audit.ts';
import { isUuid } from '../core/tokens.ts';
import type { Table } from './catalogue.ts';
import type { Filter } from './parse-filters.ts';
import type { RestRequest } from './rest-request.ts';

/** Tables that hold personal data. */
const PERSONAL_TABLES: ReadonlySet<string> = new Set(['inscricoes_projeto']);

/**
 * The audit action of each function; null for those that return no personal data or
 * write their own audit entry. A function that is missing here is audited as a read of
 * the list, so that a new one is never left out by oversight.
 */
const FUNCTION_READS: Readonly<Record<string, Reading | null>> = {
  sou_administrador: null,
  anotar_acesso: null,
  anotar_impressao: null,
  apagar_inscricao: null,
  aplicar_prazos: null,
  concluir_prazos: null,
  mudar_acesso: null,
  auditoria: null,
  listar_administradores: null,
  prazos_de_guarda: null,
  ultima_retencao: null,
  ultimas_copias: null,
  freio_dos_prazos: null,
  confirmar_data: null,
  // chegaram_depois and cidades_das_inscricoes name nobody; the others write their own audit entry
  acompanhamento: null,
  chegaram_depois: null,
  cidades_das_inscricoes: null,
  mudar_situacao: null,
  marcar_criterio: null,
  comparar_inscricoes: null,
  escrever_nota: null,
  corrigir_nota: null,
  preparar_mensagem: null,
};

/** Writes the audit entry of a table read, which must be there before the answer: of one enrolment when a filter fixes its id, else of the list. */
export async function auditTableRead(
  { context, caller }: RestRequest,
  table: Table,
  filters: Filter[],
): Promise<void> {
  if (!PERSONAL_TABLES.has(table.name)) return;
  const enrolment = filters.map(idIn).find(isUuid);
  if (enrolment) await recordRead(context.database, caller, 'viu_ficha', { enrolment });
  else await recordRead(context.database, caller, 'viu_lista');
}

/** Writes the audit entry of a function call, before the call; `json` holds its arguments, where `inscricao` is an enrolment's id. */
export async function auditFunctionCall(
  { context, caller }: RestRequest,
  name: string,
  json: string,
): Promise<void> {
  const reading = Object.hasOwn(FUNCTION_READS, name) ? FUNCTION_READS[name] : 'viu_lista';
  if (!reading) return;
  const { inscricao, filtro = {} } = JSON.parse(json) as { inscricao?: unknown; filtro?: unknown };
  if (namesNobody(name, filtro)) return;
  const enrolment = asUuid(inscricao);
  await recordRead(context.database, caller, reading, {
    ...(enrolment && { enrolment }),
    ...(/^[a-z][a-z_]{0,59}$/.test(name) && { details: { funcao: name } }),
  });
}

/**
 * Filter keys with which a function returns only counts, or ids and situations of the
 * newest rows. The page reads those rows beside it, and that read has the audit entry.
 */
const IMPERSONAL_KEYS: Readonly<Record<string, (key: string) => boolean>> = {
  buscar_inscricoes: (key) => key === 'tamanho',
  contar_inscricoes: (key) => key !== 'busca',
};

function namesNobody(name: string, filter: unknown): boolean {
  const impersonal = Object.hasOwn(IMPERSONAL_KEYS, name) && IMPERSONAL_KEYS[name];
  if (!impersonal || typeof filter !== 'object' || filter === null || Array.isArray(filter)) return false;
  return Object.keys(filter).every(impersonal);
}

/** The id of `id=eq.…`; null for any other filter. */
function idIn(filter: Filter): string | null {
  if (filter.kind !== 'condition' || filter.column !== 'id' || filter.negated) return null;
  return filter.test.kind === 'compare' && filter.test.operator === 'eq' ? asUuid(filter.test.value) : null;
}

/** The canonical form of a uuid in any notation that PostgreSQL accepts; null for anything else. */
function asUuid(value: unknown): string | null {
  const digits = typeof value === 'string' ? value.replace(/[{}-]/g, '') : '';
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits) ?? [];
  const uuid = parts.join('-');
  return isUuid(uuid) ? uuid : null;
}
