import { createElement, type ReactNode, useState } from 'react';
import { project } from '../../../content/social-project.ts';

const loadDialog = () => import('./EraseDialog.tsx');

/**
 * Asks before every answer is erased. The dialog's script comes with the first focus in the
 * form; without it (offline) the browser asks. `dialog` is null while nothing is asked.
 */
export function useErasing(onErase: () => void): {
  dialog: ReactNode;
  ask: () => Promise<void>;
  prepare: () => void;
} {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const close = () => setDialog(null);

  return {
    dialog,
    async ask() {
      try {
        const { EraseDialog } = await loadDialog();
        const erase = () => {
          close();
          onErase();
        };
        setDialog(createElement(EraseDialog, { onErase: erase, onClose: close }));
      } catch {
        if (window.confirm(project.draft.eraseAsk)) onErase();
      }
    },
    prepare: () => void loadDialog().catch(() => {}), // asked for again when needed
  };
}
