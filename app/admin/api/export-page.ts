import { type EnrolmentFilter, paramsOf } from '../../../domain/desk/filter.ts';
import { type EnrolmentPage, search } from './enrolments.ts';

/** Rows per request: the most that the search returns. */
const STEP = 100;

/** The next hundred enrolments of a filter after the one with this id, with these columns alone. Throws BackendError. */
export const nextToExport = (
  filter: EnrolmentFilter,
  columns: readonly string[],
  after: string | undefined,
  signal: AbortSignal,
): Promise<EnrolmentPage> =>
  search(
    { ...paramsOf(filter), tamanho: STEP, colunas: ['id', ...columns], ...(after && { apos: after }) },
    signal,
  );
