import { keepPreviousData } from '@tanstack/react-query';
import { asked, type EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { countEnrolments, type EnrolmentCount } from '../api/enrolments.ts';

/** The query of a filter's count; order and page size do not matter. */
export function countOf(filter: EnrolmentFilter) {
  const { ordem: _order, sentido: _direction, tamanho: _size, ...counted } = asked(filter);
  return {
    queryKey: ['inscricoes', 'contagem', counted],
    queryFn: ({ signal }: { signal: AbortSignal }) => countEnrolments(filter, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData<EnrolmentCount | undefined>, // keeps the counters on screen; the total is hidden while it is old
  };
}
