import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import type { DocumentFacts, StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentTool } from './DocumentTool.tsx';
import { Picture, useView } from './DocumentView.tsx';
import { documentKind, problemOf, type ReadDocument } from './fetch-document.ts';
import { toggleFullscreen, useFullscreen } from './fullscreen.ts';
import { useOpening } from './use-opening.tsx';
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
  /** The document, once it is read, or why it was not. */
  read: ReadDocument | undefined;
  busy: boolean;
  error: Error | null;
  /** What is checked in it, below its controls. */
  children: ReactNode;
};

/** The document of an enrolment with one row of controls. Source: docs/ux.md §8.4. */
export function DocumentPanel({ enrolment, views, read, busy, error, children }: Props) {
  const kind = documentKind(enrolment);
  const problem = error && problemOf(error);
  const saving = useOpening();
  const viewed = useView();
  const full = useFullscreen();
  const { frame, large } = viewed.view;
  const download = () => void saving.open(enrolment);

  const openFile = (
    <button className="link-button" type="button" onClick={download}>
      {documentView.openFile}
    </button>
  );

  if (kind === 'none')
    return (
      <>
        <p className="document-panel panel row gap-2">
          {enrolment.documentErasedAt
            ? retention.documentErased(brazilianDay(enrolment.documentErasedAt))
            : documentView.none}
        </p>
        {children}
      </>
    );
  return (
    <section className="document-panel panel row gap-2" aria-label={documentView.title} ref={views.paper}>
      <ActiveWarning document={enrolment} />
      {problem && <Alert title={problem.text}>{problem.opens && openFile}</Alert>}
      {saving.alert}
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
        <DocumentTool drawing="download" name={documentView.download} onPress={download} />
        {full !== null && (
          <DocumentTool
            drawing={full ? 'unfull' : 'full'}
            name={full ? documentView.unfull : documentView.full}
            onPress={() => toggleFullscreen(views.paper.current)}
          />
        )}
      </div>
      {children}
      {!read && (
        <SecondaryButton busyText={busy && desk.opening} onClick={() => views.setDocumentOpen(true)}>
          {documentView.show}
        </SecondaryButton>
      )}
      {read && !read.Pages && <Picture bytes={read.bytes} viewed={viewed} />}
      {read?.Pages && <read.Pages bytes={read.bytes} viewed={viewed} instead={openFile} />}
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
