import { useQuery, useQueryClient } from '@tanstack/react-query';
import { desk } from '../../../content/desk.ts';
import { findEnrolment, type ListedEnrolment } from '../api/enrolments.ts';
import { failureText } from '../api/failure-text.ts';
import { discardUnsaved, useUnsavedValue } from '../controls/unsaved.ts';

/** The open enrolment, or null. Only its id is stored: after a session that ended by itself the enrolment is read again. */
export function useOpened() {
  const client = useQueryClient();
  const [id, setId] = useUnsavedValue('open');
  const { data: opened, error } = useQuery({
    queryKey: ['open', id],
    queryFn: async ({ signal }) => {
      const found = id === undefined ? null : await findEnrolment(id, signal);
      if (id !== undefined && !found) discardUnsaved(id); // it was erased meanwhile
      return found;
    },
    enabled: id !== undefined,
    staleTime: 'static',
  });

  return {
    opened: opened ?? null,
    /** Why there is none, where one was asked for. */
    problem: error ? failureText(error) : opened === null && id !== undefined && desk.missing,
    open: (enrolment: ListedEnrolment) => {
      client.setQueryData(['open', enrolment.id], enrolment);
      setId(enrolment.id);
    },
    /** One that this page has not listed yet. */
    openStored: setId,
    close: () => {
      setId(undefined);
    },
  };
}
