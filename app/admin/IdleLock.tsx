import { type ReactNode, useEffect } from 'react';
import { idle } from '../../content/accounts.ts';
import { lockSession } from '../api/auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { hideToast } from '../ui/toast.ts';
import { Loading } from './Loading.tsx';
import { useIdle } from './use-idle.ts';

/** What it holds is gone from the page once nobody has been there for a quarter of an hour; then the session ends. */
export function IdleLock({ children }: { children: ReactNode }) {
  const { idleness, stay } = useIdle();
  const locked = idleness === 'locked';

  useEffect(() => {
    if (!locked) return;
    hideToast();
    void lockSession();
  }, [locked]);

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
              <Button variant="secondary" onClick={() => void lockSession()}>
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
