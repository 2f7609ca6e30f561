import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import type { TeamState } from '../../../domain/desk/erasing.ts';
import { NO_FILTER, paramsOf } from '../../../domain/desk/filter.ts';
import { queryOf } from './calls.ts';

// What is told above the list, where it waits for a person, and below it.

/** Who took part, and is erased within thirty days. */
export const LEAVING = { ...NO_FILTER, leavingSoon: true };

/** Why retention waits for a person; null when it does not. */
export const brakeQuery = queryOf<RetentionBrake | null>('limpeza_parada');

/** What one of the team put away and whose access one took away, where that is much. */
export const teamQuery = queryOf<TeamState>('alerta_da_equipe');

/** The origin of all that came in an hour. */
export const EVERYWHERE = 'todas';

/** Untouched enrolments and unclaimed documents of one place, or of EVERYWHERE, in one hour; moments as ISO text. */
export type Flood = {
  origin: string;
  hour: string;
  first: string;
  last: string;
  enrolments: number;
  documents: number;
};

/** How many who took part are erased within thirty days. */
export const leavingQuery = queryOf<{ total: number }>('contagem_de_inscricoes', {
  filtro: paramsOf(LEAVING),
});

/** The newest first; empty for none. */
export const floodsQuery = queryOf<Flood[]>('lista_de_enxurradas');

/** The last good copy and drill, and what failed since; null: none. */
export type LastBackups = {
  copiedAt: string | null;
  triedAt: string | null;
  failedAt: string | null;
  /** `copia` or `ensaio`, and why; `documentos`: it was made, without those that the site had lost. */
  failed: string | null;
  code: string | null;
  /** The last copy on another device than the data. */
  elsewhereAt: string | null;
};

/** None where backups are not ours, as on Supabase. */
export const lastBackupsQuery = queryOf<LastBackups[]>('estado_das_copias');
