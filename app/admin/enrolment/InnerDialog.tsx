import { lazy, Suspense } from 'react';
import type { Shell } from './use-shell.ts';

const CorrectDialog = lazy(async () => ({
  default: (await import('./answers/CorrectDialog.tsx')).CorrectDialog,
}));
const AttachDialog = lazy(async () => ({
  default: (await import('./answers/AttachDialog.tsx')).AttachDialog,
}));
const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog.tsx')).EraseDialog }));

const DIALOGS = {
  correct: CorrectDialog,
  attach: AttachDialog,
  erase: EraseDialog,
  'erase on request': EraseDialog,
};

/** The open one of the dialogs above an enrolment. Beside the views, so that it stays mounted when they are rearranged. */
export function InnerDialog({ inner, enrolment, opened, open, erased }: Shell) {
  const Shown = inner && DIALOGS[inner];
  return (
    <Suspense fallback={null}>
      {Shown && (
        <Shown
          enrolment={enrolment}
          opened={opened}
          isRequested={inner === 'erase on request'}
          onErased={erased}
          onClose={() => open(null)}
        />
      )}
    </Suspense>
  );
}
