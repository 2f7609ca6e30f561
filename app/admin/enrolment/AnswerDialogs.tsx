import { lazy, Suspense } from 'react';
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

/** Corrects answers, or attaches a document. */
export type AnswerDialog = 'correct' | 'attach';

type ButtonProps = { dialog: AnswerDialog; opened: OpenedEnrolment; onOpen: (dialog: AnswerDialog) => void };

/** Opens one of the dialogs; disabled until the follow-up is loaded. */
export function AnswerButton({ dialog, opened, onOpen }: ButtonProps) {
  return (
    <div className="no-print">
      <SecondaryButton disabled={!opened.followUp.data} onClick={() => onOpen(dialog)}>
        {(dialog === 'correct' ? correcting : attaching).open}
      </SecondaryButton>
    </div>
  );
}

type Props = {
  /** Null: none is open. */
  dialog: AnswerDialog | null;
  enrolment: ListedEnrolment;
  opened: OpenedEnrolment;
  onClose: () => void;
};

/** The open dialog. Rendered beside the views, so that it stays mounted when they are rearranged. */
export function AnswerDialogs({ dialog, enrolment, opened, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      {dialog === 'correct' && <CorrectDialog enrolment={enrolment} opened={opened} onClose={onClose} />}
      {dialog === 'attach' && <AttachDialog id={enrolment.id} opened={opened} onClose={onClose} />}
    </Suspense>
  );
}
