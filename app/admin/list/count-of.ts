import { keepPreviousData } from '@tanstack/react-query';
import { type EnrolmentFilter, NO_FILTER, paramsOf } from '../../../domain/desk/filter.ts';
import { countEnrolments, type EnrolmentCount } from '../api/enrolments.ts';

/** The query of a filter's count; order and page size do not matter. */
export function countOf(filter: EnrolmentFilter) {
  const { order, direction, size } = NO_FILTER;
  const counted = { ...filter, order, direction, size };
  return {
    queryKey: ['enrolments', 'count', paramsOf(counted)],
    queryFn: ({ signal }: { signal: AbortSignal }) => countEnrolments(counted, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData<EnrolmentCount | undefined>, // keeps the counters on screen; the total is hidden while it is old
  };
}
