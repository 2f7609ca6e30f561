import { type InvalidateQueryFilters, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import type { Said } from './use-form.ts';

/** What an opened dialog does to who opened it: `done` closes it, and says what was done. */
type Opener = { close: () => void; done: (title: string) => Promise<void> };

const OpenerContext = createContext<Opener>({ close: () => {}, done: async () => {} });

/** The opener of the dialog that calls this; one that does nothing where a dialog was not opened by `useDialog`. */
export const useOpener = (): Opener => useContext(OpenerContext);

/**
 * One dialog at a time, and what is said after it. `said` and `dialog` are drawn where they belong. `stale`: the
 * queries that are asked anew once something is done; all of them without it.
 */
export function useDialog(stale: InvalidateQueryFilters = {}) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<ReactNode>(null);
  const [said, say] = useState<Said | null>(null);

  const close = () => setOpened(null);
  const opener = {
    close,
    done: (title: string) => {
      close();
      say({ title, tone: 'success' });
      return client.invalidateQueries(stale);
    },
  };
  return {
    ...opener,
    say,
    open: (dialog: ReactNode) => {
      say(null);
      setOpened(dialog);
    },
    said: said && <Alert {...said} />,
    dialog: opened && <OpenerContext value={opener}>{opened}</OpenerContext>,
  };
}
