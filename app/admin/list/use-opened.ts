import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EnrolmentPage, ListedEnrolment } from '../api/enrolments.ts';
import type { FollowUpSummary } from '../api/follow-up-shape.ts';
import { discardUnsaved, useUnsavedValue } from '../controls/unsaved.ts';

/**
 * The open enrolment, or null. Only its id is stored: after a session that ended by
 * itself the enrolment is read again. `missing` is its id when it was erased meanwhile.
 */
export function useOpened() {
  const client = useQueryClient();
  const [id, setId] = useUnsavedValue('open');
  const [, setTab] = useUnsavedValue('tab');
  const { data: opened } = useQuery({
    queryKey: ['open', id],
    queryFn: async ({ signal }) =>
      id === undefined ? null : (await import('../api/follow-up.ts')).findEnrolment(id, signal), // comes with the dialog's code
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
      setTab(undefined);
    },
    /** Updates the open enrolment and the badges of the list after a decision; the rows do not move. */
    followUpChanged: (about: string, known: FollowUpSummary) => {
      const after = (row: ListedEnrolment) => (row.id === about ? { ...row, ...known } : row);
      client.setQueryData<ListedEnrolment | null>(['open', about], (now) => now && after(now));
      client.setQueriesData<EnrolmentPage>(
        { queryKey: ['enrolments', 'page'] },
        (page) => page && { ...page, rows: page.rows.map(after) },
      );
      void client.invalidateQueries({ queryKey: ['enrolments', 'count'] });
      void client.invalidateQueries({ queryKey: ['retention dates'] }); // a decision starts a retention period
    },
  };
}
