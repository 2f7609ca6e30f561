import { lazy, Suspense, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog.tsx')).EraseDialog }));

/** Opens the dialog that erases; calls `onErased` after erasing. Text alone, so that nobody takes it for the way on. */
export function EraseButton({ enrolment, onErased }: { enrolment: StoredEnrolment; onErased: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link-button decision__erase" onClick={() => setOpen(true)}>
        {erasing.open}
      </button>
      {open && (
        <Suspense fallback={null}>
          <EraseDialog enrolment={enrolment} onErased={onErased} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
