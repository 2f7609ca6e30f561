import { lazy, Suspense, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { Button } from '../../ui/Button.tsx';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog.tsx')).EraseDialog }));

/** Opens the dialog that erases; calls `onErased` after erasing. */
export function EraseButton({ enrolment, onErased }: { enrolment: StoredEnrolment; onErased: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {erasing.open}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <EraseDialog enrolment={enrolment} onErased={onErased} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
