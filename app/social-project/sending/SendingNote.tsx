import { project } from '../../../content/social-project.ts';

/** Upload progress below the button, announced at every quarter. Source: docs/ux.md §6.1. */
export function SendingNote({ uploaded }: { uploaded: number | null }) {
  return (
    <div className="sending-note">
      <p className="vh" role="status">
        {uploaded === null ? project.sending : project.uploading(Math.floor(uploaded * 4) * 25)}
      </p>
      {uploaded !== null && <p aria-hidden="true">{project.uploading(Math.floor(uploaded * 100))}</p>}
    </div>
  );
}
