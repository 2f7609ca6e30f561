import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Act, mayDo } from '../../../domain/roles.ts';
import { ownRole } from '../api/calls.ts';

/**
 * The signed-in person's role, fetched once a session. It only hides what they may not do: the back end
 * refuses that anyway.
 */
export const roleQuery = queryOptions({
  queryKey: ['role'],
  queryFn: ({ signal }) => ownRole(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the signed-in person may do, to show no more than that; nothing until their role is known. */
export function useMay(): (act: Act) => boolean {
  const { data = null } = useQuery(roleQuery);
  return (act) => mayDo(data, act);
}
