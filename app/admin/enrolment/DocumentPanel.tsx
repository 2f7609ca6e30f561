import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../content/messages.ts';
import { documentView } from '../../../content/print-export.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { actionError } from '../parts/action-error.ts';
import { DocumentAlert } from './DocumentAlert.tsx';
import { DocumentPicture } from './DocumentPicture.tsx';
import { documentKind, fetchPicture, NotAPicture } from './document-picture.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';
import './document-panel.css';

/** The document of an enrolment: a picture is shown on request, a PDF is only downloaded. Source: docs/ux.md §8.4. */
export function DocumentPanel({ enrolment }: { enrolment: StoredEnrolment }) {
  const kind = documentKind(enrolment);
  const { address, busy, problem, show, hide } = usePicture(enrolment);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const [downloading, setDownloading] = useState(false);

  async function download() {
    setDownloading(true);
    setNotice(null);
    setNotice(await openDocument(enrolment));
    setDownloading(false);
  }

  if (kind === 'none') return <p className="document-panel">{documentView.none}</p>;
  return (
    <section className="document-panel" aria-label={documentView.title}>
      <ActiveWarning enrolment={enrolment} />
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

/** Says what the document may do by itself. The dialog asks for it: asking again would be a second line in the audit log. */
function ActiveWarning({ enrolment }: { enrolment: StoredEnrolment }) {
  const { data } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const found = data?.conteudoAtivo ?? [];
  if (found.length === 0) return null;
  return <Alert title={documentView.active(found.map((word) => documentView.activeWhat[word]))} />;
}

/** The picture as an object URL while it is shown; hiding it or leaving frees the memory. */
function usePicture(enrolment: StoredEnrolment) {
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address]);

  async function show() {
    const request = new AbortController();
    running.current = request;
    setBusy(true);
    setProblem(null);
    try {
      const picture = await fetchPicture(enrolment, request.signal);
      if (!request.signal.aborted) setAddress(URL.createObjectURL(picture));
    } catch (error) {
      if (!request.signal.aborted) setProblem(pictureFailed(error));
    }
    if (!request.signal.aborted) setBusy(false);
  }

  return { address, busy, problem, show, hide: () => setAddress(null) };
}

function pictureFailed(error: unknown): string {
  if (error instanceof NotAPicture) return error.vast ? documentView.vast : documentView.broken;
  const missing = error instanceof BackendError && error.status === 404;
  return missing ? admin.documentMissing : actionError(error);
}
