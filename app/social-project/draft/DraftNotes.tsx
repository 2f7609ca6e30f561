import { project } from '../../../content/social-project.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

type Props = {
  found: boolean;
  notStored: boolean;
  openElsewhere: boolean;
  onResume: () => void;
  onErase: () => void;
};

/** Notices about drafts above the form; they show no answers. Source: docs/ux.md §5. */
export function DraftNotes({ found, notStored, openElsewhere, onResume, onErase }: Props) {
  const words = project.draft;
  return (
    <>
      <div role="status">
        {found && (
          <div className="notice notice--info">
            <p className="notice__title">{words.found}</p>
            <p className="actions">
              <Button onClick={onResume}>{words.resume}</Button>
              <Button variant="secondary" onClick={onErase}>
                {words.startOver}
              </Button>
            </p>
          </div>
        )}
      </div>
      <div role="status">{openElsewhere && <p className="notice notice--warning">{words.elsewhere}</p>}</div>
      <div role="status">{notStored && <p className="notice notice--warning">{words.notStored}</p>}</div>
    </>
  );
}

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
