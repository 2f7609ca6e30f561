import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { idle } from '../../content/desk-screens.ts';
import { endSession, leaveTab } from '../api/auth.ts';
import { hideToast } from '../ui/toast/toast.ts';
import { Loading } from './controls/Loading.tsx';
import { Question } from './controls/Question.tsx';
import { setUnsavedOwner } from './controls/unsaved.ts';
import { useIdle } from './use-idle.ts';

/** Removes its children from the page after 15 minutes without activity, then leaves this tab's session; asks one minute before. */
export function IdleLock({ children }: { children: ReactNode }) {
  const { warned, locked, stay } = useIdle();
  const client = useQueryClient();

  const leave = useCallback(
    async (end: () => Promise<void>) => {
      setUnsavedOwner(null);
      await client.cancelQueries(); // they would be refused
      await end();
    },
    [client],
  );

  useEffect(() => {
    if (!locked) return;
    hideToast();
    void leave(leaveTab);
  }, [locked, leave]);

  if (locked) return <Loading>{idle.leaving}</Loading>;
  return (
    <>
      {children}
      {warned && <Question words={idle} onStay={stay} onLeave={() => void leave(endSession)} />}
    </>
  );
}
