import { useQuery } from '@tanstack/react-query';
import { type Act, mayDo } from '../../../domain/roles.ts';
import { roleQuery } from '../api/calls.ts';

/** What the signed-in person may do, to show no more than that; nothing until their role is known. */
export function useMay(): (act: Act) => boolean {
  const { data = null } = useQuery(roleQuery);
  return (act) => mayDo(data, act);
}
