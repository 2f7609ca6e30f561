import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentAlert } from './DocumentAlert.tsx';
import { DocumentView } from './DocumentView.tsx';
import { documentKind } from './fetch-document.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';
import type { DocumentState } from './use-document.ts';
import './document-panel.css';

/** How the dialog shows the document; `wide`: beside the sheet, where `full` gives it the whole dialog. */
type DocumentViews = {
  setDocumentOpen: (open: boolean) => void;
  wide: boolean;
  full: boolean;
  setFull: (full: boolean) => void;
  /** Each enrolment's document opens with it. */
  beside: boolean;
  setBeside: (beside: boolean) => void;
};

type Props = { enrolment: StoredEnrolment; views: DocumentViews; state: DocumentState };

/** The document of an enrolment, shown on request. Source: docs/ux.md §8.4. */
export function DocumentPanel({ enrolment, views, state: { shown, busy, problem } }: Props) {
  const kind = documentKind(enrolment);
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
      <ActiveWarning document={enrolment} />
      {problem && <Alert title={problem} />}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      <div className="document-panel__kind">
        <p>{kind === 'picture' ? documentView.picture : documentView.pdf}</p>
        {views.wide && (
          <label className="document-panel__beside">
            <input
              type="checkbox"
              checked={views.beside}
              onChange={(event) => views.setBeside(event.target.checked)}
            />
            {documentView.beside}
          </label>
        )}
      </div>
      <div className="document-panel__buttons">
        <SecondaryButton
          aria-expanded={shown !== null}
          busyText={busy && desk.opening}
          onClick={() => views.setDocumentOpen(!shown)}
        >
          {shown ? documentView.hide : documentView.show}
        </SecondaryButton>
        {shown && views.wide && (
          <SecondaryButton aria-pressed={views.full} onClick={() => views.setFull(!views.full)}>
            {documentView.full}
          </SecondaryButton>
        )}
        <SecondaryButton busyText={downloading && desk.opening} onClick={download}>
          {documentView.download}
        </SecondaryButton>
      </div>
      {shown?.kind === 'picture' && (
        <DocumentView shape="picture">
          {({ quarters, large }) => (
            <img
              className="document-picture"
              data-quarters={quarters}
              data-large={large}
              src={shown.address}
              alt={documentView.alt}
            />
          )}
        </DocumentView>
      )}
      {shown?.kind === 'pdf' && <shown.Pages bytes={shown.bytes} />}
    </section>
  );
}

/** Says what the document may do by itself. The dialog asks for it: asking again would be a second line in the audit log. */
function ActiveWarning({ document: { id, cadastroUnico } }: { document: StoredEnrolment }) {
  const { data } = useQuery({ ...followUpQuery(id), enabled: false });
  const later = data?.laterDocuments.find(({ address }) => address === cadastroUnico);
  const found = (later ?? data)?.activeContent ?? [];
  if (found.length === 0) return null;
  return <Alert title={documentView.active(found.map((word) => documentView.activeWhat[word]))} />;
}
