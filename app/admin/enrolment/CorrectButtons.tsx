import { lazy, Suspense, useState } from 'react';
import { attaching, correcting } from '../../../content/corrections.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

const CorrectDialog = lazy(async () => ({
  default: (await import('./answers/CorrectDialog.tsx')).CorrectDialog,
}));
const AttachDialog = lazy(async () => ({
  default: (await import('./answers/AttachDialog.tsx')).AttachDialog,
}));

type Props = { enrolment: ListedEnrolment; opened: OpenedEnrolment };

/** Opens the dialog that corrects answers, once it is known what there is. */
export function Correct({ enrolment, opened }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="sheet__correct no-print">
      <SecondaryButton disabled={!opened.followUp.data} onClick={() => setOpen(true)}>
        {correcting.open}
      </SecondaryButton>
      {open && (
        <Suspense fallback={null}>
          <CorrectDialog enrolment={enrolment} opened={opened} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens the dialog that attaches a document. */
export function Attach({ enrolment, opened }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="no-print">
      <SecondaryButton disabled={!opened.followUp.data} onClick={() => setOpen(true)}>
        {attaching.open}
      </SecondaryButton>
      {open && (
        <Suspense fallback={null}>
          <AttachDialog id={enrolment.id} opened={opened} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
