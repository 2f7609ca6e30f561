import { project } from '../../../content/social-project.ts';
import { Button } from '../../ui/Button.tsx';
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
          <Button variant="secondary" onClick={onClose}>
            {words.eraseNo}
          </Button>
        </>
      }
    >
      <p>{words.eraseAsk}</p>
    </Dialog>
  );
}
