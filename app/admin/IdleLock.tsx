import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { idle } from '../../content/desk-screens.ts';
import { endSession } from '../api/auth.ts';
import { Button, SecondaryButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { hideToast } from '../ui/toast/toast.ts';
import { Loading } from './controls/Loading.tsx';
import { setUnsavedOwner } from './controls/unsaved.ts';
import { useIdle } from './use-idle.ts';

/** Removes its children from the page after 15 minutes without activity, then ends this tab's session; warns one minute before. */
export function IdleLock({ children }: { children: ReactNode }) {
  const { idleness, stay } = useIdle();
  const client = useQueryClient();
  const locked = idleness === 'locked';

  const leave = useCallback(async () => {
    setUnsavedOwner(null);
    await client.cancelQueries(); // they would be refused
    await endSession();
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
              <SecondaryButton onClick={() => void leave()}>{idle.leave}</SecondaryButton>
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
