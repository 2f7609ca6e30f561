import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { type DocumentFacts, type StoredEnrolment, storedDocument } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentTool, useView } from './DocumentView.tsx';
import { documentKind, problemIn, readDocument } from './fetch-document.ts';
import { NotShown } from './not-shown.ts';
import { useOpening } from './use-opening.tsx';
import './document-panel.css';

type Props = {
  documents: ReturnType<typeof useDocuments>;
  /** The document has the whole window. */
  large: boolean;
  onShow: () => void;
  onEnlarge: () => void;
};

/** The chosen document of an enrolment, below buttons for the others when there are any. Source: docs/ux.md §8.4. */
export function Documents({ documents, ...rest }: Props) {
  const { all, chosen, choose, enrolment } = documents;
  return (
    <>
      {all.length > 1 && (
        <fieldset className="document-panel__which flow gap-2">
          <legend className="vh">{documentView.which}</legend>
          {all.map(({ address, words }) => (
            <SecondaryButton
              key={address}
              aria-pressed={address === chosen.address}
              onClick={() => choose(address)}
            >
              {words}
            </SecondaryButton>
          ))}
        </fieldset>
      )}
      {chosen.by && <p className="small break">{documentView.attachedBy(chosen.by)}</p>}
      <DocumentPanel key={`${enrolment.id} ${chosen.address}`} documents={documents} {...rest} />
    </>
  );
}

/** One document with its controls over its corner. */
function DocumentPanel({ documents, large, onShow, onEnlarge }: Props) {
  const { enrolment, chosen, read, busy, error } = documents;
  const saving = useOpening();
  const viewed = useView();
  const download = () => void saving.open(enrolment);

  if (documentKind(enrolment) === 'none')
    return (
      <p className="document-panel small">
        {enrolment.documentErasedAt
          ? retention.documentErased(brazilianDay(enrolment.documentErasedAt))
          : documentView.none}
      </p>
    );
  const openFile = (
    <button className="link-button" type="button" onClick={download}>
      {documentView.openFile}
    </button>
  );
  return (
    <section className="document-panel" aria-label={documentView.title}>
      {chosen.active.length > 0 && (
        <Alert title={documentView.active(chosen.active.map((word) => documentView.activeWhat[word]))} />
      )}
      {error && <Alert title={problemIn(error)}>{error instanceof NotShown && openFile}</Alert>}
      {saving.alert}
      <div className="document-view" data-large={large && viewed.frame !== null}>
        <div className="document-view__tools flow gap-1" data-over={viewed.frame !== null}>
          {viewed.frame && (
            <>
              <DocumentTool tool="turn" onClick={viewed.turn} />
              <DocumentTool tool={large ? 'shrink' : 'enlarge'} aria-pressed={large} onClick={onEnlarge} />
            </>
          )}
          <DocumentTool tool="download" onClick={download} />
        </div>
        {read ? (
          <read.Shown bytes={read.bytes} viewed={viewed} instead={openFile} />
        ) : (
          <SecondaryButton busyText={busy && desk.opening} onClick={onShow}>
            {documentView.show}
          </SecondaryButton>
        )}
      </div>
    </section>
  );
}

type Enrolment = StoredEnrolment & DocumentFacts;

/**
 * The documents of an enrolment, the newest first, and the chosen one while it is wanted: the
 * newest until another is chosen. Nearly always there is one. Fetching it leaves an audit entry, so call this
 * in a component that stays mounted while the views are rearranged. `onFailed` ends the wish.
 */
export function useDocuments(enrolment: Enrolment, wanted: boolean, onFailed: () => void) {
  // The dialog asks: asking again would be a second line in the audit log.
  const { data: followUp, isPending } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const [choice, choose] = useState<string | number | null>(null);
  const first = {
    address: storedDocument({ ...enrolment, newestDocument: null }),
    words: documentView.first,
    by: undefined,
    active: followUp?.activeContent ?? [],
  };
  const later = (followUp?.laterDocuments ?? []).map((one) => ({
    address: one.address,
    words: (one.fromDesk ? documentView.attached : documentView.later)(dayAndTime(one.receivedAt)),
    by: one.fromDesk ? (one.attachedBy ?? desk.erasedAccount) : undefined,
    active: one.activeContent,
  }));
  // who came without one may have others
  const all = [...later, first].filter(({ address }, at) => address !== null || at === 0);
  const chosen = all.find(({ address }) => address === choice) ?? all[0] ?? first;
  const shown = { ...enrolment, cadastroUnico: chosen.address };
  const { data, error, isFetching } = useQuery({
    queryKey: ['document', enrolment.id, chosen.address],
    queryFn: ({ signal }) =>
      readDocument(shown, signal).catch((error: unknown) => {
        if (!signal.aborted) onFailed();
        throw error;
      }),
    enabled: wanted && !isPending, // which is the newest is not known before the follow-up is
    gcTime: 0,
    staleTime: 'static', // one look for each wish, whatever else happens
    retry: false,
  });
  const busy = isFetching || (wanted && isPending);
  return { all, chosen, choose, enrolment: shown, read: data, busy, error };
}

/** `23/11, 05:25`: short, so that the buttons stand side by side; no document stays for a year. */
function dayAndTime(moment: string): string {
  const whole = brazilianMoment(new Date(moment));
  return `${whole.slice(0, 5)}, ${whole.slice(-5)}`;
}
