import type { QueryClient } from '@tanstack/react-query';
import { type Chip, type EnrolmentFilter, PAGE_SIZE, paramsOf } from '../../../domain/desk/filter.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { callFunction, readRows } from './calls.ts';
import { enrolmentOf, type WireRow } from './enrolment-row.ts';
import { type FollowUpSummary, followUpOf, summaryOf } from './follow-up.ts';

/** `reason`: of the decision, only where the search was asked for it. `waitingSince`: ISO moment, on a page that is ordered by it; null otherwise. */
export type ListedEnrolment = StoredEnrolment &
  FollowUpSummary & { reason?: string | null; waitingSince?: string | null };

/** Some rows of a filter's result. `more`: others follow; `lost`: the row that they were to follow is missing, so these are the first. */
export type EnrolmentPage = { rows: ListedEnrolment[]; more: boolean; lost: boolean };

/** The size of a filter's result, and how many of all enrolments wait, by chip. `newestAt`: when the newest arrived. */
export type EnrolmentCount = { total: number; waiting: Record<Chip, number>; newestAt: string | null };

/**
 * Reads one page. The search function returns rows and follow-up in one call, which is one audit entry. The
 * first page of the unfiltered list is read by SPEC §7 call 4, which SPEC wants made; a search without rows,
 * which is not recorded, adds the follow-up in parallel. Throws BackendError.
 */
export async function findEnrolments(
  filter: EnrolmentFilter,
  page = 1,
  { size = PAGE_SIZE, signal }: { size?: number; signal?: AbortSignal } = {},
): Promise<EnrolmentPage> {
  const isDefaultPage = page === 1 && Object.keys(paramsOf(filter)).length === 0;
  const skipped = (page - 1) * size;
  const wanted = { ...paramsOf(filter), tamanho: size, ...(skipped > 0 && { pular: skipped }) };
  const [found, newest] = await Promise.all([
    search(isDefaultPage ? wanted : { ...wanted, colunas: ['*'] }, signal),
    isDefaultPage ? newestRows(size, signal) : null,
  ]);
  if (!newest) return found;
  const known = new Map(found.rows.map((row) => [row.id, row]));
  return { ...found, rows: newest.map((row) => ({ ...(known.get(row.id) ?? JUST_ARRIVED), ...row })) };
}

/**
 * Calls the search function with a filter in wire names; rows hold only the answers that `colunas` names.
 * Throws BackendError.
 */
async function search(filtro: Record<string, unknown>, signal?: AbortSignal): Promise<EnrolmentPage> {
  type Found = Omit<EnrolmentPage, 'rows'> & { rows: (ListedEnrolment & { row: WireRow | null })[] };
  const found = await callFunction<Found>('lista_de_inscricoes', { filtro }, signal);
  return {
    ...found,
    rows: found.rows.map(({ row, ...known }) => ({ ...(row && enrolmentOf(row)), ...known })),
  };
}

/** The siblings of an enrolment: with one telephone of a guardian, or at one address under one surname. */
export const siblingsQuery = (id: string) => ({
  queryKey: ['siblings', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await search({ familia: id, colunas: ['*'] }, signal)).rows,
  gcTime: 0,
});

/** The next hundred enrolments of a filter, the most that the search returns, after the one with this id, with these columns alone. Throws BackendError. */
export const nextToExport = (filter: EnrolmentFilter, columns: readonly string[], after?: string) =>
  search({ ...paramsOf(filter), tamanho: 100, colunas: ['id', ...columns], ...(after && { apos: after }) });

/** For a row that arrived after the search had run: new, and nothing else is known of it. */
const JUST_ARRIVED = { situation: 'nova', version: 1 } as FollowUpSummary;

/** One enrolment by its id, null when it is missing. Throws BackendError. */
export async function findEnrolment(id: string, signal?: AbortSignal): Promise<ListedEnrolment | null> {
  const [[row], state] = await Promise.all([
    readRows<WireRow[]>(
      (rest) => rest.from('inscricoes_projeto').select('*').eq('id', id).retry(false),
      signal,
    ),
    followUpOf(id, signal),
  ]);
  return row && state ? { ...enrolmentOf(row), ...summaryOf(state) } : null;
}

/** Reads the rows on the screen again where something about enrolments was changed. */
export const readListAgain = (client: QueryClient) =>
  client.refetchQueries({
    queryKey: ['enrolments', 'page'],
    type: 'active',
    predicate: ({ state }) => state.isInvalidated,
  });

/** Throws BackendError. */
export const countEnrolments = (filter: EnrolmentFilter, signal?: AbortSignal): Promise<EnrolmentCount> =>
  callFunction('contagem_de_inscricoes', { filtro: paramsOf(filter) }, signal);

/** SPEC §7, call 4. */
async function newestRows(size: number, signal?: AbortSignal): Promise<StoredEnrolment[]> {
  const rows = await readRows<WireRow[]>(
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
  return rows.map(enrolmentOf);
}
