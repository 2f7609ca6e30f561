import { asked, type RegistrationFilter } from '../../domain/registration-filter.ts';
import type { ExportColumn, ExportedRegistration } from '../../domain/spreadsheet.ts';
import { call } from './desk-calls.ts';
import type { Found } from './find-registrations.ts';
import { mayRetry } from './registrations.ts';

/** Rows asked for at a time: as many as the search gives. */
const STEP = 100;
/** A file of many pages is not given up for one answer that did not come. */
const TRIES = 3;
const PAUSE_MS = 1000;

/**
 * The registrations that a filter finds, in its order, a hundred at a time, with
 * no column but those wanted. A row that arrives or goes meanwhile may be missed;
 * none comes twice. Throws BackendError, ListMoved when the place in the list is
 * gone, and `signal`'s reason once it is aborted.
 */
export async function* exportRows(
  filter: RegistrationFilter,
  columns: readonly ExportColumn[],
  signal: AbortSignal,
): AsyncGenerator<ExportedRegistration[]> {
  const colunas = wantedOf(columns);
  let place: { apos?: string } = {};
  for (;;) {
    const filtro = { ...asked(filter), tamanho: STEP, colunas, ...place };
    const found = await patiently(signal, () => call<Found>('buscar_inscricoes', { filtro }, signal));
    if (found.perdida) throw new ListMoved();
    const last = found.linhas.at(-1);
    if (!last) return;
    yield found.linhas.flatMap(({ inscricao, situacao }) => (inscricao ? [{ ...inscricao, situacao }] : []));
    if (!found.mais) return;
    place = { apos: last.id };
  }
}

/** The row beside the next page was deleted while the file was being written. */
export class ListMoved extends Error {
  override name = 'ListMoved';
}

/** The answers that these columns are made of. */
function wantedOf(columns: readonly ExportColumn[]): string[] {
  const wanted = new Set<string>(['id', ...columns.filter((column) => column !== 'situacao')]);
  if (wanted.has('condicao_medica_detalhes')) wanted.add('condicao_medica'); // says whether there are any
  return [...wanted];
}

async function patiently<Answer>(
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
    return patiently(signal, ask, tries - 1);
  }
}
