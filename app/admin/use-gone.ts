import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../../content/desk.ts';
import { BackendError } from '../api/client.ts';
import { followUpQuery } from './follow-up.ts';

/**
 * Opens a sheet, of which the back end keeps a line, and tells whether it has been
 * erased meanwhile; then the list is fetched again. That it cannot be asked is
 * nobody's to see: the list that the sheet came with has its line.
 */
export function useGone(id: string): boolean {
  const client = useQueryClient();
  const gone = useQuery(followUpQuery(id)).data === null;
  useEffect(() => {
    if (gone) void client.invalidateQueries({ queryKey: ['inscricoes'] });
  }, [client, gone]);
  return gone;
}

/** Whether the back end refused something because the registration is gone. */
export function saysGone(error: unknown): boolean {
  return error instanceof BackendError && error.message === desk.gone;
}
