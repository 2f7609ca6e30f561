import { answersOf, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import type { ColumnName } from '../../../domain/enrolment/fields.ts';

/** A row of `inscricoes_projeto` as the back end sends it, with the columns that were asked for. */
export type WireRow = Record<ColumnName, string | number | null> & {
  id: string;
  created_at: string | null;
  protocolo: string | null;
};

/** A row as the desk reads it. */
export const enrolmentOf = (row: WireRow): StoredEnrolment => ({
  ...answersOf(row),
  id: row.id,
  arrivedAt: row.created_at,
  protocol: row.protocolo,
});
