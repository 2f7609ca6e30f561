import { queryOptions } from '@tanstack/react-query';
import type { TeamState } from '../../../domain/desk/erasing.ts';
import { callFunction } from './calls.ts';
import { floods } from './floods.ts';
import { retentionBrake } from './retention.ts';

// What may wait for a person, asked when the list is opened: the query tells whether there is
// something to show, and the notice, which is fetched only then, reads the same answer.

export const brakeQuery = queryOptions({
  queryKey: ['brake'],
  queryFn: ({ signal }) => retentionBrake(signal),
});

/** What one of the team put away and whose access one took away, where that is much. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }): Promise<TeamState> => callFunction('alerta_da_equipe', {}, signal),
});

export const floodsQuery = queryOptions({
  queryKey: ['floods'],
  queryFn: ({ signal }) => floods(signal),
});
