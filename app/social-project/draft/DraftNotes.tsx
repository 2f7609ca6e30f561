import { project } from '../../../content/social-project.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';

type Props = {
  found: boolean;
  notStored: boolean;
  /** Whether the form began with answers of the family's last enrolment. */
  isOfFamily: boolean;
  onResume: () => void;
  onErase: () => void;
};

/** Notices about drafts above the form; they show no answers. Source: docs/ux.md §5. */
export function DraftNotes({ found, notStored, isOfFamily, onResume, onErase }: Props) {
  const words = project.draft;
  return (
    <>
      <div role="status">
        {found && (
          <div className="notice notice--info">
            <p className="notice__title">{words.found}</p>
            <p className="actions">
              <Button onClick={onResume}>{words.resume}</Button>
              <SecondaryButton onClick={onErase}>{words.startOver}</SecondaryButton>
            </p>
          </div>
        )}
      </div>
      {isOfFamily && (
        <div className="notice notice--info">
          <p>{words.family}</p>
          <button className="link-button" type="button" onClick={onErase}>
            {words.emptyFamily}
          </button>
        </div>
      )}
      <div role="status">{notStored && <p className="notice notice--warning">{words.notStored}</p>}</div>
    </>
  );
}
