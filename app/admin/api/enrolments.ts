import { asked, type EnrolmentFilter, NO_FILTER, narrows, type Place } from '../../../domain/desk/filter.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import type { Situation } from '../../../domain/desk/situations.ts';
import { callFunction, readRows } from './calls.ts';
import { followUpOf, summaryOf } from './follow-up.ts';

/** The part of an enrolment's follow-up that the list shows. */
export type FollowUpSummary = {
  situacao: Situation;
  responsavelConfirmou: boolean;
  repetida: boolean;
  repetidaDe: string | null;
  turma: string | null;
  primeiroDia: string | null;
  aAvisar: boolean;
  documentoNovo: boolean;
  pedido: boolean;
  /** The number to call, where the family gave another one and somebody confirmed it. */
  telefoneNovo: string | null;
  /** The guardian's telephone of a minor, where it came later. */
  telefoneDoResponsavel: string | null;
  /** The stored address of the document that the family sent last; null while there is only the first. */
  ultimoDocumento: string | null;
};

export type ListedEnrolment = StoredEnrolment & FollowUpSummary;

/**
 * One page of a filter's result. `more`: further rows follow in the direction that was
 * read; `lost`: the row that the page was to start beside is missing, so this is the
 * first page.
 */
export type EnrolmentPage = { rows: ListedEnrolment[]; more: boolean; lost: boolean };

export type Count = { total: number; exato: boolean };

/** The size of a filter's result, and counters over all enrolments; exact to 10,000, estimates above. `ultima`: when the newest arrived. */
export type EnrolmentCount = Count & {
  contadores: Record<'novas' | 'faltaDocumento' | 'semResponsavel' | 'repetidas', Count>;
  ultima: string | null;
};

/** The back end skips at most this many rows to reach a page by its number. */
const SKIP_MAX = 10_000;

/**
 * Reads one page. The search function returns rows and follow-up in one call, which is
 * one audit entry. The first page of the unfiltered list is two parallel calls, because one
 * merged call would leave SPEC §7 call 4 unmade; its search returns no rows and is not
 * recorded. Throws BackendError.
 */
export async function findEnrolments(
  filter: EnrolmentFilter,
  place: Place = { pagina: 1 },
  { size = filter.tamanho, signal }: { size?: number; signal?: AbortSignal } = {},
): Promise<EnrolmentPage> {
  const isDefaultPage =
    place.pagina === 1 &&
    !place.apos &&
    !place.antes &&
    !narrows(filter) &&
    filter.ordem === NO_FILTER.ordem &&
    filter.sentido === NO_FILTER.sentido;
  const wanted = { ...asked(filter), tamanho: size, ...pageParameters(place, size) };
  const [found, newest] = await Promise.all([
    callFunction<SearchAnswer>(
      'buscar_inscricoes',
      { filtro: isDefaultPage ? wanted : { ...wanted, colunas: ['*'] } },
      signal,
    ),
    isDefaultPage ? newestRows(size, signal) : null,
  ]);
  const summaries = new Map(found.linhas.map(({ inscricao: _row, ...summary }) => [summary.id, summary]));
  const rows = newest ?? found.linhas.flatMap(({ inscricao }) => inscricao ?? []);
  return {
    rows: rows.map((row) => ({ ...row, ...(summaries.get(row.id) ?? JUST_ARRIVED) })),
    more: found.mais,
    lost: found.perdida,
  };
}

/** The result of `buscar_inscricoes`: `inscricao` is null unless `colunas` were requested; `mais` and `perdida` are a page's `more` and `lost`. */
export type SearchAnswer = {
  linhas: (FollowUpSummary & { id: string; inscricao: StoredEnrolment | null })[];
  mais: boolean;
  perdida: boolean;
};

/** For a row that arrived after the search had run. */
const JUST_ARRIVED: FollowUpSummary = {
  situacao: 'nova',
  responsavelConfirmou: false,
  repetida: false,
  repetidaDe: null,
  turma: null,
  primeiroDia: null,
  aAvisar: false,
  documentoNovo: false,
  pedido: false,
  telefoneNovo: null,
  telefoneDoResponsavel: null,
  ultimoDocumento: null,
};

/** One enrolment by its id, null when it is missing. Throws BackendError. */
export async function findEnrolment(id: string, signal?: AbortSignal): Promise<ListedEnrolment | null> {
  const [rows, state] = await Promise.all([
    readRows<StoredEnrolment[]>(
      (rest) => rest.from('inscricoes_projeto').select('*').eq('id', id).retry(false),
      signal,
    ),
    followUpOf(id, signal),
  ]);
  return rows[0] && state ? { ...rows[0], ...summaryOf(state) } : null;
}

/** Throws BackendError. */
export function countEnrolments(filter: EnrolmentFilter, signal?: AbortSignal): Promise<EnrolmentCount> {
  return callFunction('contar_inscricoes', { filtro: asked(filter) }, signal);
}

/** How many enrolments arrived after a moment, at most 100. Throws BackendError. */
export function arrivalsAfter(moment: string, signal?: AbortSignal): Promise<number> {
  return callFunction('chegaram_depois', { momento: moment }, signal);
}

/** The distinct cities of all enrolments, as typed. Throws BackendError. */
export function citiesOfEnrolments(signal?: AbortSignal): Promise<string[]> {
  return callFunction('cidades_das_inscricoes', {}, signal);
}

function pageParameters({ pagina, apos, antes, fim }: Place, size: number) {
  if (apos) return { apos };
  if (antes) return { antes };
  const skipped = (pagina - 1) * size;
  return fim || skipped > SKIP_MAX ? { fim: true } : skipped > 0 ? { pular: skipped } : {};
}

/** SPEC §7, call 4. */
async function newestRows(size: number, signal?: AbortSignal): Promise<StoredEnrolment[]> {
  return readRows(
    (rest) =>
      rest
        .from('inscricoes_projeto')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false }) // for equal moments
        .limit(size)
        .retry(false), // the query retries by itself
    signal,
  );
}
