import { type Details, noteReading, type Reading } from '../core/audit.ts';
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
  apagar_inscricao: null,
  aplicar_prazos: null,
  concluir_prazos: null,
  mudar_acesso: null,
  auditoria: null,
  listar_administradores: null,
  prazos_de_guarda: null,
  ultima_retencao: null,
};

/** Notes a look at a table before it is had: at one sheet when a filter names its id, else at the list. */
export async function noteTable({ house, caller }: Call, table: Table, filters: Filter[]): Promise<void> {
  if (!READ_TABLES.has(table.name)) return;
  const enrolment = filters.map(namedRow).find(isUuid);
  if (enrolment) await noteReading(house.database, caller, 'viu_ficha', { enrolment });
  else await noteReading(house.database, caller, 'viu_lista');
}

/** Notes a call of a function before it is made. */
export async function noteFunction({ house, caller }: Call, name: string): Promise<void> {
  const reading = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : 'viu_lista';
  const details: Details = /^[a-z][a-z_]{0,59}$/.test(name) ? { funcao: name } : {};
  if (reading) await noteReading(house.database, caller, reading, { details });
}

function namedRow(filter: Filter): string | null {
  if (filter.kind !== 'condition' || filter.column !== 'id' || filter.negated) return null;
  return filter.test.kind === 'compare' && filter.test.operator === 'eq' ? filter.test.value : null;
}
