import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { type DocumentFacts, type StoredEnrolment, storedDocument } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type FollowUp, followUpQuery } from '../api/follow-up.ts';
import { DocumentTool } from './DocumentView.tsx';
import { documentKind, problemIn, readDocument } from './fetch-document.ts';
import { NotShown } from './not-shown.ts';
import { useOpening } from './use-opening.tsx';
import './document-panel.css';

type Enrolment = StoredEnrolment & DocumentFacts;

/** From this width the document is beside the sheet, and in sight. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const isInSight = () => matchMedia('(min-width: 56.25rem)').matches;

/**
 * The documents of an enrolment: the newest until another is chosen, below buttons for the others. Nearly always there
 * is one. Source: docs/ux.md §8.4.
 */
export function Documents({ enrolment }: { enrolment: Enrolment }) {
  // The dialog asks: asking again would be a second line in the audit log.
  const { data: followUp, isPending } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const [choice, choose] = useState<string | number | null>(null);
  const [wanted, want] = useState(isInSight);
  const first = {
    address: storedDocument({ ...enrolment, newestDocument: null }),
    words: documentView.first,
    by: undefined,
    active: followUp?.activeContent ?? [],
  };
  const later = (followUp?.laterDocuments ?? []).map((one) => ({
    address: one.address,
    words: (one.fromDesk ? documentView.attached : documentView.later)(
      brazilianMoment(new Date(one.receivedAt)),
    ),
    by: one.fromDesk ? (one.attachedBy ?? desk.erasedAccount) : undefined,
    active: one.activeContent,
  }));
  // who came without one may have others
  const all = [...later, first].filter(({ address }, at) => address !== null || at === 0);
  const chosen = all.find(({ address }) => address === choice) ?? all[0] ?? first;
  return (
    <>
      {all.length > 1 && (
        <fieldset className="document-panel__which flow gap-2">
          <legend className="vh">{documentView.which}</legend>
          {all.map(({ address, words }) => (
            <button
              type="button"
              className="tool"
              key={address}
              aria-pressed={address === chosen.address}
              onClick={() => choose(address)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
      {chosen.by && <p className="small break">{documentView.attachedBy(chosen.by)}</p>}
      <DocumentPanel
        key={chosen.address}
        enrolment={{ ...enrolment, cadastroUnico: chosen.address }}
        active={chosen.active}
        isKnown={!isPending}
        wanted={wanted}
        want={want}
      />
    </>
  );
}

type PanelProps = {
  /** With the address of the document that is shown. */
  enrolment: Enrolment;
  /** What it may do by itself. */
  active: FollowUp['activeContent'];
  /** Which document is the newest is not known before the follow-up is. */
  isKnown: boolean;
  /** Somebody wants to see it: it is fetched, which leaves an audit entry. */
  wanted: boolean;
  want: (wanted: boolean) => void;
};

/** One document with its controls over its corner. */
function DocumentPanel({ enrolment, active, isKnown, wanted, want }: PanelProps) {
  const saving = useOpening();
  const [isShown, setShown] = useState(false);
  const [turned, setTurned] = useState(0);
  const [large, setLarge] = useState(false);
  const isThere = documentKind(enrolment) !== 'none';
  const { data, error, isFetching } = useQuery({
    queryKey: ['document', enrolment.id, enrolment.cadastroUnico],
    queryFn: ({ signal }) =>
      readDocument(enrolment, signal).catch((error: unknown) => {
        if (!signal.aborted) want(false);
        throw error;
      }),
    enabled: wanted && isKnown && isThere,
    gcTime: 0,
    staleTime: 'static', // one look for each wish, whatever else happens
    retry: false,
  });

  if (!isThere)
    return (
      <p className="document-panel small">
        {enrolment.documentErasedAt
          ? retention.documentErased(brazilianDay(enrolment.documentErasedAt))
          : documentView.none}
      </p>
    );
  const download = () => void saving.open(enrolment);
  const close = () => setLarge(false);
  const turn = <DocumentTool tool="turn" onClick={() => setTurned((turned + 90) % 360)} />;
  const openFile = (
    <button className="link-button" type="button" onClick={download}>
      {documentView.openFile}
    </button>
  );
  const shown = (tell?: (isShown: boolean) => void) =>
    data && <data.Shown bytes={data.bytes} turned={turned} onShown={tell} instead={openFile} />;
  return (
    <section className="document-panel" aria-label={documentView.title}>
      {active.length > 0 && (
        <Alert title={documentView.active(active.map((word) => documentView.activeWhat[word]))} />
      )}
      {error && <Alert title={problemIn(error)}>{error instanceof NotShown && openFile}</Alert>}
      {saving.alert}
      <div className="document-view">
        <div className="document-view__tools flow gap-1" data-over={isShown}>
          {isShown && (
            <>
              {turn}
              <DocumentTool tool="enlarge" onClick={() => setLarge(true)} />
            </>
          )}
          {!data && (
            <SecondaryButton
              busyText={(isFetching || (wanted && !isKnown)) && desk.opening}
              onClick={() => want(true)}
            >
              {documentView.show}
            </SecondaryButton>
          )}
          <DocumentTool tool="download" onClick={download} />
        </div>
        {shown(setShown)}
        {large && (
          <Dialog
            title={documentView.title}
            className="dialog--document"
            onClose={close}
            head={
              <>
                {turn}
                <SecondaryButton onClick={close}>{desk.close}</SecondaryButton>
              </>
            }
          >
            {shown()}
          </Dialog>
        )}
      </div>
    </section>
  );
}
