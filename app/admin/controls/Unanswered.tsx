import { useMutationState } from '@tanstack/react-query';
import { deciding as words } from '../../../content/deciding.ts';
import { Alert } from '../../ui/Alert.tsx';

/** Whether a call had no answer, and is made again by itself; with a key, one of those. */
export const useUnanswered = (mutationKey?: string[]): boolean =>
  useMutationState({
    filters: { ...(mutationKey && { mutationKey }), status: 'pending' },
    select: ({ state }) => state.failureCount,
  }).some((failures) => failures > 0);

/** Says so. */
export const Unanswered = () => (
  <Alert title={words.noAnswer}>
    <p>{words.tryingAgain}</p>
  </Alert>
);
