import { asked, type RegistrationFilter } from '../../domain/registration-filter.ts';
import type { Registration } from '../../domain/sheet.ts';
import type { ExportColumn, ExportedRegistration } from '../../domain/spreadsheet.ts';
import { call, tables } from './desk-calls.ts';
import { mayRetry } from './registrations.ts';

/** Rows asked for at a time: as many as the search gives. */
const STEP = 100;
/** A file of many pages is not given up for one answer that did not come. */
const TRIES = 3;
const PAUSE_MS = 1000;

type Found = { linhas: { id: string; situacao: string }[]; mais: boolean; perdida: boolean };

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
  let place: { apos?: string } = {};
  for (;;) {
    const filtro = { ...asked(filter), tamanho: STEP, ...place };
    const found = await patiently(signal, () => call<Found>('buscar_inscricoes', { filtro }, signal));
    if (found.perdida) throw new ListMoved();
    const last = found.linhas.at(-1);
    if (!last) return;
    yield await patiently(signal, () => rowsOf(found.linhas, columns, signal));
    if (!found.mais) return;
    place = { apos: last.id };
  }
}

/** The row beside the next page was deleted while the file was being written. */
export class ListMoved extends Error {
  override name = 'ListMoved';
}

async function rowsOf(
  lines: Found['linhas'],
  columns: readonly ExportColumn[],
  signal: AbortSignal,
): Promise<ExportedRegistration[]> {
  const wanted = new Set(['id', ...columns.filter((column) => column !== 'situacao')]);
  if (wanted.has('condicao_medica_detalhes')) wanted.add('condicao_medica'); // says whether there are any
  const ids = lines.map(({ id }) => id);
  const rows = await tables<Registration[]>(
    (rest) =>
      rest
        .from('inscricoes_projeto')
        .select([...wanted].join(','))
        .in('id', ids)
        .retry(false),
    signal,
  );
  const named = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap(({ id, situacao }) => {
    const row = named.get(id);
    return row ? [{ ...row, situacao }] : [];
  });
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
