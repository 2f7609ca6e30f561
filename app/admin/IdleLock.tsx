import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { idle } from '../../content/accounts.ts';
import { lockSession } from '../api/auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { hideToast } from '../ui/toast.ts';
import { keepFor } from './kept.ts';
import { Loading } from './Loading.tsx';
import { useIdle } from './use-idle.ts';

/** What it holds is gone from the page once nobody has been there for a quarter of an hour; then the session ends. */
export function IdleLock({ children }: { children: ReactNode }) {
  const { idleness, stay } = useIdle();
  const client = useQueryClient();
  const locked = idleness === 'locked';

  const leave = useCallback(async () => {
    keepFor(null);
    await client.cancelQueries(); // what is still asked would be refused
    await lockSession();
  }, [client]);

  useEffect(() => {
    if (!locked) return;
    hideToast();
    void leave();
  }, [locked, leave]);

  if (locked) return <Loading>{idle.leaving}</Loading>;
  return (
    <>
      {children}
      {idleness === 'warned' && (
        <Dialog
          title={idle.title}
          className="dialog--small"
          onClose={stay}
          footer={
            <>
              <Button variant="secondary" onClick={() => void leave()}>
                {idle.leave}
              </Button>
              <Button onClick={stay}>{idle.stay}</Button>
            </>
          }
        >
          <p>{idle.text}</p>
        </Dialog>
      )}
    </>
  );
}
