import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { type DocumentFacts, type StoredEnrolment, storedDocument } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentPanel, type DocumentViews } from './DocumentPanel.tsx';
import { useDocument } from './use-document.ts';

type Props = {
  views: DocumentViews;
  documents: ReturnType<typeof useDocuments>;
  /** What is checked in them. */
  children: ReactNode;
};

/** The chosen document of an enrolment, below buttons for the others when there are any. Source: docs/ux.md §8.4. */
export function Documents({ views, documents: { all, choose, shown, state }, children }: Props) {
  const address = shown.cadastroUnico;
  const by = all.find((each) => each.address === address)?.by;
  return (
    <>
      {all.length > 1 && (
        <fieldset className="document-panel__which flow gap-2">
          <legend className="vh">{documentView.which}</legend>
          {all.map((each) => (
            <SecondaryButton
              key={each.address}
              aria-pressed={each.address === address}
              onClick={() => choose(each.address)}
            >
              {each.words}
            </SecondaryButton>
          ))}
        </fieldset>
      )}
      {by && <p className="small break">{documentView.attachedBy(by)}</p>}
      <DocumentPanel key={`${shown.id} ${address}`} enrolment={shown} views={views} state={state}>
        {children}
      </DocumentPanel>
    </>
  );
}

/**
 * The documents of an enrolment, the newest first, and the chosen one while it is wanted: the
 * newest until another is chosen. Nearly always there is one.
 */
export function useDocuments(
  enrolment: StoredEnrolment & DocumentFacts,
  wanted: boolean,
  onFailed: () => void,
) {
  // The dialog asks: asking again would be a second line in the audit log.
  const { data, isPending } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const [choice, setChoice] = useState<string | null>(null);
  const all = [
    ...(data?.laterDocuments ?? []).map(({ address, receivedAt, fromDesk, attachedBy }) => ({
      address: address,
      words: (fromDesk ? documentView.attached : documentView.later)(dayAndTime(receivedAt)),
      by: fromDesk ? (attachedBy ?? desk.erasedAccount) : undefined,
    })),
    {
      address: textOrNull(storedDocument({ ...enrolment, newestDocument: null })),
      words: documentView.first,
      by: undefined,
    },
  ].filter(({ address }, at) => address !== null || at === 0); // who came without one may have others
  const chosen = all.find(({ address }) => address === choice) ?? all[0];
  const shown = { ...enrolment, cadastroUnico: chosen?.address ?? null };
  // Which is the newest is not known before the follow-up is.
  const state = useDocument(shown, wanted && !isPending, onFailed);

  return { all, choose: setChoice, shown, state: { ...state, busy: state.busy || (wanted && isPending) } };
}

/** `23/11, 05:25`: short, so that the buttons stand side by side; no document stays for a year. */
function dayAndTime(moment: string): string {
  const whole = brazilianMoment(new Date(moment));
  return `${whole.slice(0, 5)}, ${whole.slice(-5)}`;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
