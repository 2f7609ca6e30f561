import { lazy, Suspense, useState } from 'react';
import { forget } from '../../content/forget.ts';
import type { Registration } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog.tsx')).EraseDialog }));

/** Opens the dialog that erases; `onErased` when the enrolment is gone. */
export function EraseButton({
  registration,
  onErased,
}: {
  registration: Registration;
  onErased: () => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {forget.open}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <EraseDialog registration={registration} onErased={onErased} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
