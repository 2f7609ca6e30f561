import { createContext, type ReactNode, useContext, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import type { Said } from './use-form.ts';

const CloseContext = createContext(() => {});

/** Closes the dialog that calls this; does nothing where it was not opened by `useDialog`. */
export const useClose = (): (() => void) => useContext(CloseContext);

/** One dialog at a time, and what is said on the page meanwhile. `said` and `dialog` are drawn where they belong. */
export function useDialog() {
  const [opened, setOpened] = useState<ReactNode>(null);
  const [said, say] = useState<Said | null>(null);
  const close = () => setOpened(null);
  return {
    close,
    say,
    open: (dialog: ReactNode) => {
      say(null);
      setOpened(dialog);
    },
    said: said && <Alert {...said} />,
    dialog: opened && <CloseContext value={close}>{opened}</CloseContext>,
  };
}
