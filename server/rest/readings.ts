import { noteReading, type Reading } from '../core/audit.ts';
import { isUuid } from '../core/tokens.ts';
import type { Call } from './call.ts';
import type { Table } from './catalogue.ts';
import type { Filter } from './parse-filters.ts';

/** Tables whose rows are people's answers. */
const READ_TABLES: ReadonlySet<string> = new Set(['inscricoes_projeto']);

/**
 * Functions → what calling them is; null for those that show nobody's answers or
 * write their own line. One that is not named here counts as a look at the list,
 * so that a new one is noted before anybody thinks of it.
 */
const FUNCTIONS: Readonly<Record<string, Reading | null>> = {
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
  // the triage: counts of arrivals and towns name nobody; a sheet and changes write their own line
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

/** Notes a look at a table before it is had: at one sheet when a filter names its id, else at the list. */
export async function noteTable({ house, caller }: Call, table: Table, filters: Filter[]): Promise<void> {
  if (!READ_TABLES.has(table.name)) return;
  const enrolment = filters.map(namedRow).find(isUuid);
  if (enrolment) await noteReading(house.database, caller, 'viu_ficha', { enrolment });
  else await noteReading(house.database, caller, 'viu_lista');
}

/** Notes a call of a function before it is made; `json` are its arguments, of which `inscricao` names an enrolment. */
export async function noteFunction({ house, caller }: Call, name: string, json: string): Promise<void> {
  const reading = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : 'viu_lista';
  if (!reading) return;
  const { inscricao, filtro = {} } = JSON.parse(json) as { inscricao?: unknown; filtro?: unknown };
  if (tellsOfNobody(name, filtro)) return;
  const enrolment = asUuid(inscricao);
  await noteReading(house.database, caller, reading, {
    ...(enrolment && { enrolment }),
    ...(/^[a-z][a-z_]{0,59}$/.test(name) && { details: { funcao: name } }),
  });
}

/** Keys with which a function tells of nobody: how many, and of the newest ids and situations, beside the list of rows, which is noted. */
const OF_NOBODY: Readonly<Record<string, (key: string) => boolean>> = {
  buscar_inscricoes: (key) => key === 'tamanho',
  contar_inscricoes: (key) => key !== 'busca',
};

function tellsOfNobody(name: string, filter: unknown): boolean {
  const harmless = Object.hasOwn(OF_NOBODY, name) && OF_NOBODY[name];
  if (!harmless || typeof filter !== 'object' || filter === null || Array.isArray(filter)) return false;
  return Object.keys(filter).every(harmless);
}

function namedRow(filter: Filter): string | null {
  if (filter.kind !== 'condition' || filter.column !== 'id' || filter.negated) return null;
  return filter.test.kind === 'compare' && filter.test.operator === 'eq' ? asUuid(filter.test.value) : null;
}

/** A uuid in any spelling that PostgreSQL takes, in the usual one; null for anything else. */
function asUuid(value: unknown): string | null {
  const digits = typeof value === 'string' ? value.replace(/[{}-]/g, '') : '';
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits) ?? [];
  const uuid = parts.join('-');
  return isUuid(uuid) ? uuid : null;
}
