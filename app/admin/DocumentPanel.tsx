import { useEffect, useRef, useState } from 'react';
import { documentView } from '../../content/hand-over.ts';
import { admin } from '../../content/messages.ts';
import type { Registration } from '../../domain/sheet.ts';
import { BackendError } from '../api/client.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { DocumentAlert } from './DocumentAlert.tsx';
import { DocumentPicture } from './DocumentPicture.tsx';
import { deedFailed } from './deed-failed.ts';
import { documentKind, fetchPicture, NoPicture } from './document-picture.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';
import './document-panel.css';

/** The document beside its sheet: a picture is looked at here, when asked for; a PDF is only downloaded. Source: ux.md §8.4. */
export function DocumentPanel({ registration }: { registration: Registration }) {
  const kind = documentKind(registration);
  const { address, busy, problem, show, hide } = usePicture(registration);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const [downloading, setDownloading] = useState(false);

  async function download() {
    setDownloading(true);
    setNotice(null);
    setNotice(await openDocument(registration));
    setDownloading(false);
  }

  if (kind === 'none') return <p className="document-panel">{documentView.none}</p>;
  return (
    <section className="document-panel" aria-label={documentView.title}>
      {problem && <Alert title={problem} />}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      <div className="document-panel__buttons">
        <p className="document-panel__kind">{kind === 'picture' ? documentView.picture : documentView.pdf}</p>
        {kind === 'picture' && (
          <Button
            variant="secondary"
            aria-expanded={address !== null}
            busyText={busy && documentView.opening}
            onClick={address ? hide : show}
          >
            {address ? documentView.hide : documentView.show}
          </Button>
        )}
        <Button variant="secondary" busyText={downloading && documentView.opening} onClick={download}>
          {documentView.download}
        </Button>
      </div>
      {address && <DocumentPicture address={address} />}
    </section>
  );
}

/** The picture's address in memory while it is shown; hiding it or leaving gives the memory back. */
function usePicture(registration: Registration) {
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stopper = useRef<AbortController | null>(null);

  useEffect(() => () => stopper.current?.abort(), []);
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address]);

  async function show() {
    const asked = new AbortController();
    stopper.current = asked;
    setBusy(true);
    setProblem(null);
    try {
      const picture = await fetchPicture(registration, asked.signal);
      if (!asked.signal.aborted) setAddress(URL.createObjectURL(picture));
    } catch (error) {
      if (!asked.signal.aborted) setProblem(pictureFailed(error));
    }
    if (!asked.signal.aborted) setBusy(false);
  }

  return { address, busy, problem, show, hide: () => setAddress(null) };
}

function pictureFailed(error: unknown): string {
  if (error instanceof NoPicture) return documentView.broken;
  const gone = error instanceof BackendError && error.status === 404;
  return gone ? admin.documentGone : deedFailed(error);
}
