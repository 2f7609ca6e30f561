import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import { type EnrolmentPage, isListOld, patchListed } from './enrolments.ts';
import type { FollowUp } from './follow-up.ts';

const now = followUp({ situation: 'aprovada', criteria: {} as FollowUp['criteria'], laterDocuments: [] });
const rows = [{ id: 'one', situation: 'nova' }, { id: 'two' }] as EnrolmentPage['rows'];

test('what is known of an enrolment stands in its row, which stays; the list is old until it is read again', async () => {
  const client = new QueryClient();
  const queryKey = ['enrolments', 'page', 1];
  const queryFn = async (): Promise<EnrolmentPage> => ({ rows, more: false, lost: false });
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  client.setQueryData(['open', 'one'], rows[0]);
  await client.refetchQueries({ queryKey });
  expect(isListOld(client)).toBe(false);
  patchListed(client, 'one', now);
  expect(isListOld(client)).toBe(true);
  expect(client.getQueryData<EnrolmentPage>(queryKey)?.rows).toMatchObject([
    { situation: 'aprovada' },
    rows[1],
  ]);
  expect(client.getQueryData(['open', 'one'])).toMatchObject({ id: 'one', situation: 'aprovada' });
  await client.refetchQueries({ queryKey });
  expect(isListOld(client)).toBe(false);
  stop();
});
