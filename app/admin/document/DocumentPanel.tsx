import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import type { DocumentFacts, StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentAlert } from './DocumentAlert.tsx';
import { DocumentTool } from './DocumentTool.tsx';
import { DocumentView, useView } from './DocumentView.tsx';
import { documentKind } from './fetch-document.ts';
import { toggleFullscreen, useFullscreen } from './fullscreen.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';
import type { DocumentState } from './use-document.ts';
import './document-panel.css';

/** How the dialog shows the document. */
export type DocumentViews = {
  setDocumentOpen: (open: boolean) => void;
  /** The panel, which fills the screen on request. */
  paper: RefObject<HTMLElement | null>;
};

type Props = {
  enrolment: StoredEnrolment & DocumentFacts;
  views: DocumentViews;
  state: DocumentState;
  /** What is checked in it, below its controls. */
  children: ReactNode;
};

/** The document of an enrolment with one row of controls. Source: docs/ux.md §8.4. */
export function DocumentPanel({ enrolment, views, state: { shown, busy, problem }, children }: Props) {
  const kind = documentKind(enrolment);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const downloading = useRef(false);
  const viewed = useView();
  const full = useFullscreen();
  const { frame, large, quarters } = viewed.view;

  async function download() {
    if (downloading.current) return; // a double click is one click
    downloading.current = true;
    setNotice(null);
    setNotice(await openDocument(enrolment));
    downloading.current = false;
  }

  const openFile = (
    <button className="link-button" type="button" onClick={() => void download()}>
      {documentView.openFile}
    </button>
  );

  if (kind === 'none')
    return (
      <>
        <p className="document-panel row gap-2">
          {enrolment.documentErasedAt
            ? retention.documentErased(brazilianDay(enrolment.documentErasedAt))
            : documentView.none}
        </p>
        {children}
      </>
    );
  return (
    <section className="document-panel row gap-2" aria-label={documentView.title} ref={views.paper}>
      <ActiveWarning document={enrolment} />
      {problem && <Alert title={problem.text}>{problem.opens && openFile}</Alert>}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      <p className="document-panel__kind small">
        {kind === 'picture' ? documentView.picture : documentView.pdf}
      </p>
      <div className="flow gap-1">
        <DocumentTool drawing="turn" name={documentView.turn} disabled={!frame} onPress={viewed.turn} />
        <DocumentTool
          drawing={large ? 'shrink' : 'enlarge'}
          name={large ? documentView.shrink : documentView.enlarge}
          pressed={large}
          disabled={!frame}
          onPress={viewed.enlarge}
        />
        <DocumentTool drawing="download" name={documentView.download} onPress={() => void download()} />
        {full !== null && (
          <DocumentTool
            drawing={full ? 'unfull' : 'full'}
            name={full ? documentView.unfull : documentView.full}
            onPress={() => toggleFullscreen(views.paper.current)}
          />
        )}
      </div>
      {children}
      {!shown && (
        <SecondaryButton busyText={busy && desk.opening} onClick={() => views.setDocumentOpen(true)}>
          {documentView.show}
        </SecondaryButton>
      )}
      {shown?.kind === 'picture' && (
        <DocumentView shape="picture" viewed={viewed}>
          <div className="document-picture">
            <img
              data-quarters={quarters}
              src={shown.address}
              alt={documentView.alt}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                frame?.style.setProperty('--picture', `${naturalWidth / naturalHeight}`)
              }
            />
          </div>
        </DocumentView>
      )}
      {shown?.kind === 'pdf' && <shown.Pages bytes={shown.bytes} viewed={viewed} instead={openFile} />}
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
