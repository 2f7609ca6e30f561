import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findEnrolment, type ListedEnrolment } from '../api/enrolments.ts';
import { discardUnsaved, useUnsavedValue } from '../controls/unsaved.ts';

/**
 * The open enrolment, or null. Only its id is stored: after a session that ended by
 * itself the enrolment is read again. `missing` is its id when it was erased meanwhile.
 */
export function useOpened() {
  const client = useQueryClient();
  const [id, setId] = useUnsavedValue('open');
  const { data: opened } = useQuery({
    queryKey: ['open', id],
    queryFn: ({ signal }) => (id === undefined ? null : findEnrolment(id, signal)),
    enabled: id !== undefined,
    staleTime: 'static',
  });

  /** Unsaved text about an erased enrolment was shown once; then it is discarded. */
  function discardOfMissing() {
    if (id !== undefined && opened === null) discardUnsaved(id);
  }

  return {
    opened: opened ?? null,
    missing: id !== undefined && opened === null ? id : null,
    open: (enrolment: ListedEnrolment) => {
      discardOfMissing();
      client.setQueryData(['open', enrolment.id], enrolment);
      setId(enrolment.id);
    },
    close: () => {
      discardOfMissing();
      setId(undefined);
    },
  };
}
