import {
  asked,
  NO_FILTER,
  narrows,
  type Place,
  type RegistrationFilter,
} from '../../domain/registration-filter.ts';
import type { Registration } from '../../domain/sheet.ts';
import type { Situation } from '../../domain/situations.ts';
import { call, tables } from './desk-calls.ts';
import { followUpOf, knownOf } from './follow-up.ts';

/** What the desk knows of a row, beside what the applicant wrote. */
export type Known = {
  situacao: Situation;
  responsavelConfirmou: boolean;
  repetida: boolean;
  repetidaDe: string | null;
};

export type ListedRegistration = Registration & Known;

/** One page of what a filter finds. `more`: rows go on in the direction that was read; `lost`: the row beside the page is gone, so this is the first page. */
export type RegistrationPage = { rows: ListedRegistration[]; more: boolean; lost: boolean };

export type Count = { total: number; exato: boolean };

/** How many a filter finds, and the counters over all registrations; exact to 10,000, estimates above. `ultima` is when the newest came. */
export type RegistrationCount = Count & {
  contadores: Record<'novas' | 'faltaDocumento' | 'semResponsavel' | 'repetidas', Count>;
  ultima: string | null;
};

/** Rows that can be left out to reach a page without the row beside it. */
const SKIP_MAX = 10_000;

/**
 * A page of the registrations. The back end searches, filters and orders, and
 * gives the rows with what it finds; where the newest of all are wanted, they are
 * read as SPEC §7 (call 4) says, side by side with what the desk knows of them. So
 * each look is one line of the record. Throws BackendError.
 */
export async function findRegistrations(
  filter: RegistrationFilter,
  place: Place = { pagina: 1 },
  { size = filter.tamanho, signal }: { size?: number; signal?: AbortSignal } = {},
): Promise<RegistrationPage> {
  const usual =
    place.pagina === 1 &&
    !place.apos &&
    !place.antes &&
    !narrows(filter) &&
    filter.ordem === NO_FILTER.ordem &&
    filter.sentido === NO_FILTER.sentido;
  const wanted = { ...asked(filter), tamanho: size, ...whereabouts(place, size) };
  const [found, newest] = await Promise.all([
    call<Found>('buscar_inscricoes', { filtro: usual ? wanted : { ...wanted, colunas: ['*'] } }, signal),
    usual ? newestRows(size, signal) : null,
  ]);
  const known = new Map(found.linhas.map(({ inscricao: _row, ...line }) => [line.id, line]));
  const rows = newest ?? found.linhas.flatMap(({ inscricao }) => inscricao ?? []);
  return {
    rows: rows.map((row) => ({ ...row, ...(known.get(row.id) ?? JUST_ARRIVED) })),
    more: found.mais,
    lost: found.perdida,
  };
}

/** What `buscar_inscricoes` answers: `inscricao` is null unless `colunas` were asked for; `mais` and `perdida` are a page's `more` and `lost`. */
export type Found = {
  linhas: (Known & { id: string; inscricao: Registration | null })[];
  mais: boolean;
  perdida: boolean;
};

/** What is known of a row that came after the search. */
const JUST_ARRIVED: Known = {
  situacao: 'nova',
  responsavelConfirmou: false,
  repetida: false,
  repetidaDe: null,
};

/** One registration by its id, null when it is gone. Throws BackendError. */
export async function findRegistration(id: string, signal?: AbortSignal): Promise<ListedRegistration | null> {
  const [rows, state] = await Promise.all([
    tables<Registration[]>(
      (rest) => rest.from('inscricoes_projeto').select('*').eq('id', id).retry(false),
      signal,
    ),
    followUpOf(id, signal),
  ]);
  return rows[0] && state ? { ...rows[0], ...knownOf(state) } : null;
}

/** How many there are. Throws BackendError. */
export function countRegistrations(
  filter: RegistrationFilter,
  signal?: AbortSignal,
): Promise<RegistrationCount> {
  return call('contar_inscricoes', { filtro: asked(filter) }, signal);
}

/** How many came after a moment, at most 100. Throws BackendError. */
export function arrivalsAfter(moment: string, signal?: AbortSignal): Promise<number> {
  return call('chegaram_depois', { momento: moment }, signal);
}

/** The cities that people wrote, each once. Throws BackendError. */
export function citiesOfRegistrations(signal?: AbortSignal): Promise<string[]> {
  return call('cidades_das_inscricoes', {}, signal);
}

function whereabouts({ pagina, apos, antes, fim }: Place, size: number) {
  if (apos) return { apos };
  if (antes) return { antes };
  const skipped = (pagina - 1) * size;
  return fim || skipped > SKIP_MAX ? { fim: true } : skipped > 0 ? { pular: skipped } : {};
}

/** SPEC §7, call 4. */
async function newestRows(size: number, signal?: AbortSignal): Promise<Registration[]> {
  return tables(
    (rest) =>
      rest
        .from('inscricoes_projeto')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false }) // decides between equal moments
        .limit(size)
        .retry(false), // the query asks again by itself
    signal,
  );
}
