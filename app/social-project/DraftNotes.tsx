import { project } from '../../content/social-project.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

type Props = {
  found: boolean;
  unkept: boolean;
  elsewhere: boolean;
  onResume: () => void;
  onErase: () => void;
};

/** What there is to say of answers kept or not kept, above the form; shows none of them. Source: ux.md §5. */
export function DraftNotes({ found, unkept, elsewhere, onResume, onErase }: Props) {
  const words = project.draft;
  return (
    <div role="status">
      {found && (
        <div className="notice notice--info">
          <p className="notice__title">{words.found}</p>
          <p className="actions">
            <Button onClick={onResume}>{words.resume}</Button>
            <Button variant="secondary" onClick={onErase}>
              {words.anew}
            </Button>
          </p>
        </div>
      )}
      {elsewhere && <p className="notice notice--warning">{words.elsewhere}</p>}
      {unkept && <p className="notice notice--warning">{words.unkept}</p>}
    </div>
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
