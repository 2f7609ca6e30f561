import { project } from '../../content/social-project.ts';
import { Button } from '../ui/Button.tsx';

/** How far the document has gone, under the button, and the way to give it up. Read aloud by quarters. Source: ux.md §6.1. */
export function SendingNote({ uploaded, cancel }: { uploaded: number | null; cancel: (() => void) | null }) {
  return (
    <div className="sending-note">
      <p className="vh" role="status">
        {uploaded !== null && project.uploading(Math.floor(uploaded * 4) * 25)}
      </p>
      {uploaded !== null && <p aria-hidden="true">{project.uploading(Math.floor(uploaded * 100))}</p>}
      {cancel && (
        <Button variant="secondary" onClick={cancel}>
          {project.cancel}
        </Button>
      )}
    </div>
  );
}
