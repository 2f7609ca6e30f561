import { queryOptions } from '@tanstack/react-query';
import { teamState } from './erase.ts';
import { floods } from './floods.ts';
import { retentionBrake } from './retention.ts';

// What may wait for a person, asked when the list is opened: the query tells whether there is
// something to show, and the notice, which is fetched only then, reads the same answer.

export const brakeQuery = queryOptions({
  queryKey: ['brake'],
  queryFn: ({ signal }) => retentionBrake(signal),
});

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => teamState(signal),
});

export const floodsQuery = queryOptions({
  queryKey: ['floods'],
  queryFn: ({ signal }) => floods(signal),
});
