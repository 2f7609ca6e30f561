import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../../../content/desk.ts';
import { BackendError } from '../../api/client.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { discardUnsaved } from '../controls/unsaved.ts';

/**
 * Once the open enrolment was erased meanwhile, what was typed about it is discarded, and the list says so in its place
 * (list/use-opened.ts). The query records that the sheet was opened; its errors are shown by whoever draws its answer.
 */
export function useMissing(id: string): void {
  const client = useQueryClient();
  const missing = useQuery(followUpQuery(id)).data === null;
  useEffect(() => {
    if (!missing) return;
    discardUnsaved(id);
    client.setQueryData(['open', id], null);
    void client.invalidateQueries({ queryKey: ['enrolments'] });
  }, [client, id, missing]);
}

/** Whether the back end refused an action because the enrolment is missing. */
export function isMissingError(error: unknown): boolean {
  return error instanceof BackendError && error.message === desk.missing;
}
