import type pg from 'pg';
import { Refused } from '../../core/refused.ts';
import { hasTable } from './client.ts';

/** A copy that is not begun; `codigo` tells the desk why. */
export class CopyRefused extends Refused {
  override name = 'Refused';
  readonly codigo: string;

  constructor(codigo: string, message: string) {
    super(message);
    this.codigo = codigo;
  }
}

/** What came of a backup to BACKUP_DIR (`copia`) or elsewhere (`avulsa`) or of a drill (`ensaio`): a row of private.copias. */
export type Outcome = {
  tipo: 'copia' | 'avulsa' | 'ensaio';
  /** Short code of what failed; null when nothing did. */
  codigo: string | null;
  /** How many enrolments and documents; not given when it did not come that far. */
  inscricoes?: number;
  documentos?: number;
  /** Whether a copy lies on another device than the data. */
  fora?: boolean;
};

/** Records an outcome. A database of 1.2.0 does not record whether it is elsewhere. */
export async function recordOutcome(client: pg.ClientBase, outcome: Outcome): Promise<void> {
  const { tipo, codigo, inscricoes, documentos, fora } = outcome;
  const elsewhere = fora && (await hasTable(client, 'private.copias_feitas')) ? ', fora => true' : '';
  await client.query(`select private.anotar_copia($1, $2, $3, $4${elsewhere})`, [
    tipo,
    codigo,
    inscricoes,
    documentos,
  ]);
}

const DRILL_AFTER_DAYS = 7;

/** True when the last drill that went well is older than seven days, or there was none. */
export async function isDrillDue(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean }>(
    `select coalesce(max(quando) < now() - make_interval(days => $1), true) as due
     from private.copias where tipo = 'ensaio' and codigo is null and quando < now() + interval '1 hour'`,
    [DRILL_AFTER_DAYS],
  );
  return rows[0]?.due ?? false;
}
