import { asked, type EnrolmentFilter } from '../../../domain/desk/filter.ts';
import type { ExportColumn, ExportedEnrolment } from '../../../domain/desk/spreadsheet.ts';
import { callFunction } from '../api/calls.ts';
import type { ListedEnrolment, SearchAnswer } from '../api/enrolments.ts';
import { mayRetry } from '../api/failure-text.ts';

/** Rows per request: the most that the search returns. */
const STEP = 100;
/** Attempts per request, so that one failure does not end a long export. */
const TRIES = 3;
const PAUSE_MS = 1000;

/**
 * The enrolments that a filter finds, in its order, a hundred at a time, with only
 * the wanted columns. Rows that arrive or are erased meanwhile may be missed; none
 * comes twice. Throws BackendError, ListMoved, and `signal`'s reason once aborted.
 */
export async function* exportRows(
  filter: EnrolmentFilter,
  columns: readonly ExportColumn[],
  signal: AbortSignal,
): AsyncGenerator<ExportedEnrolment[]> {
  const colunas = answersFor(columns);
  let place: { apos?: string } = {};
  for (;;) {
    const filtro = { ...asked(filter), tamanho: STEP, colunas, ...place };
    const found = await withRetries(signal, () =>
      callFunction<SearchAnswer>('buscar_inscricoes', { filtro }, signal),
    );
    if (found.perdida) throw new ListMoved();
    const last = found.linhas.at(-1);
    if (!last) return;
    yield found.linhas.flatMap(({ inscricao, ...summary }) =>
      inscricao ? [exportedRow({ ...inscricao, ...summary })] : [],
    );
    if (!found.mais) return;
    place = { apos: last.id };
  }
}

/** The last row of a page was erased before the next page was read. */
export class ListMoved extends Error {
  override name = 'ListMoved';
}

/** A row of the list as the spreadsheet takes it: the guardian's telephone that came later, where the answers have none. */
export const exportedRow = (row: ListedEnrolment): ExportedEnrolment => ({
  ...row,
  telefone_novo: row.telefoneNovo,
  telefone_responsavel: row.telefoneDoResponsavel ?? row.telefone_responsavel,
});

/** Columns that are no answers: each row has them anyway. */
const OF_THE_DESK: ReadonlySet<ExportColumn> = new Set(['situacao', 'telefone_novo'] as const);

/** The answers that these columns need. */
function answersFor(columns: readonly ExportColumn[]): string[] {
  const wanted = new Set<string>(['id', ...columns.filter((column) => !OF_THE_DESK.has(column))]);
  if (wanted.has('condicao_medica_detalhes')) wanted.add('condicao_medica'); // decides whether the details are shown
  return [...wanted];
}

async function withRetries<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
  tries = TRIES,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (tries <= 1 || !mayRetry(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return withRetries(signal, ask, tries - 1);
  }
}
