import { project } from '../../../content/social-project.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

/** Asks before every answer is erased. */
export function EraseDialog({ onErase, onClose }: { onErase: () => void; onClose: () => void }) {
  const words = project.draft;
  return (
    <Dialog
      title={words.erase}
      onClose={onClose}
      footer={
        <>
          <Button variant="destructive" onClick={onErase}>
            {words.eraseYes}
          </Button>
          <SecondaryButton onClick={onClose}>{words.eraseNo}</SecondaryButton>
        </>
      }
    >
      <p>{words.eraseAsk}</p>
    </Dialog>
  );
}
