import { project } from '../../../content/social-project.ts';
import { SecondaryButton } from '../../ui/Button.tsx';

/** Upload progress below the button, with a cancel button. Announced at every quarter. Source: docs/ux.md §6.1. */
export function SendingNote({ uploaded, cancel }: { uploaded: number | null; cancel: (() => void) | null }) {
  return (
    <div className="sending-note">
      <p className="vh" role="status">
        {uploaded === null ? project.sending : project.uploading(Math.floor(uploaded * 4) * 25)}
      </p>
      {uploaded !== null && <p aria-hidden="true">{project.uploading(Math.floor(uploaded * 100))}</p>}
      {cancel && <SecondaryButton onClick={cancel}>{project.cancel}</SecondaryButton>}
    </div>
  );
}
