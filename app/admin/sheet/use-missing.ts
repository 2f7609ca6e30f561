import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../../../content/desk.ts';
import { BackendError } from '../../api/client.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { discardUnsaved } from '../controls/unsaved.ts';

/**
 * Whether an enrolment was erased meanwhile; if so, what was typed about it is discarded, and the list is fetched again. The query records that the
 * sheet was opened. Its errors are ignored, because the list that showed this enrolment is recorded already.
 */
export function useMissing(id: string): boolean {
  const client = useQueryClient();
  const missing = useQuery(followUpQuery(id)).data === null;
  useEffect(() => {
    if (!missing) return;
    discardUnsaved(id);
    void client.invalidateQueries({ queryKey: ['enrolments'] });
  }, [client, id, missing]);
  return missing;
}

/** Whether the back end refused an action because the enrolment is missing. */
export function isMissingError(error: unknown): boolean {
  return error instanceof BackendError && error.message === desk.missing;
}
