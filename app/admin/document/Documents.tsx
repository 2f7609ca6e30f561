import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { problemIn, readDocument } from './fetch-document.ts';
import { useOpening } from './use-opening.tsx';
import './document-panel.css';

type Enrolment = StoredEnrolment & DocumentFacts;

/** Whether the browser is told to fetch nothing unasked. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * The documents of an enrolment: the newest until another is chosen, below buttons for the others. Nearly always there
 * is one. `children`: what is done with them, below. Source: docs/ux.md §8.4.
 */
export function Documents({ enrolment, children }: { enrolment: Enrolment; children?: ReactNode }) {
  // The dialog asks: asking again would be a second line in the audit log.
  const { data: followUp, isPending } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const [choice, choose] = useState<string | number | null>(null);
  const first = {
    address: storedDocument({ ...enrolment, newestDocument: null }),
    words: documentView.first,
    active: followUp?.activeContent ?? [],
  };
  const later = (followUp?.laterDocuments ?? []).map((one) => {
    const moment = brazilianMoment(new Date(one.receivedAt));
    const who = one.attachedBy ?? desk.erasedAccount;
    const words = one.fromDesk ? documentView.attached(moment, who) : documentView.later(moment);
    return { address: one.address, words, active: one.activeContent };
  });
  // who came without one may have others
  const all = [...later, first].filter(({ address }, at) => address !== null || at === 0);
  const chosen = all.find(({ address }) => address === choice) ?? all[0] ?? first;
  return (
    <>
      {all.length > 1 && (
        <fieldset className="flow gap-2">
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
      <DocumentPanel
        key={chosen.address}
        enrolment={{ ...enrolment, cadastroUnico: chosen.address }}
        active={chosen.active}
        isKnown={!isPending}
      >
        {children}
      </DocumentPanel>
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
  children: ReactNode;
};

/** One document, and its controls in the row below it. Fetching it leaves an audit entry. */
function DocumentPanel({ enrolment, active, isKnown, children }: PanelProps) {
  const saving = useOpening();
  const [turned, setTurned] = useState(0);
  const [large, setLarge] = useState(false);
  const isThere = Boolean(enrolment.cadastroUnico);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['document', enrolment.id, enrolment.cadastroUnico],
    queryFn: ({ signal }) => readDocument(enrolment, signal),
    enabled: isKnown && isThere && !savesData(),
    gcTime: 0,
    staleTime: 'static', // one look for each wish, whatever else happens
    retry: false,
  });

  if (!isThere)
    return (
      <>
        <p className="document-panel small">
          {enrolment.documentErasedAt
            ? retention.documentErased(brazilianDay(enrolment.documentErasedAt))
            : documentView.none}
        </p>
        <div className="row gap-3 no-row-gap no-print">{children}</div>
      </>
    );
  const close = () => setLarge(false);
  const turn = <DocumentTool tool="turn" onClick={() => setTurned((turned + 90) % 360)} />;
  const shown = (onEnlarge?: () => void) =>
    data && <data.Shown bytes={data.bytes} turned={turned} onEnlarge={onEnlarge} />;
  return (
    <section className="document-panel stack gap-2" aria-label={documentView.title}>
      {active.length > 0 && (
        <Alert title={documentView.active(active.map((word) => documentView.activeWhat[word]))} />
      )}
      {saving.alert}
      <div className="document-view">
        {error && <Alert title={problemIn(error)} />}
        {shown(() => setLarge(true))}
        {!data && (
          <SecondaryButton busyText={(isFetching || !isKnown) && desk.opening} onClick={() => refetch()}>
            {documentView.show}
          </SecondaryButton>
        )}
      </div>
      <div className="row gap-3 no-row-gap no-print">
        <div className="flow gap-1">
          {data && turn}
          {data && <DocumentTool tool="enlarge" onClick={() => setLarge(true)} />}
          <DocumentTool tool="download" onClick={() => void saving.open(enrolment)} />
        </div>
        {children}
      </div>
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
    </section>
  );
}
