import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { documentView } from '../../../content/document-view.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { type DocumentFacts, type StoredEnrolment, storedDocument } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { DocumentPanel, type DocumentViews } from './DocumentPanel.tsx';
import { readDocument } from './fetch-document.ts';

type Props = {
  views: DocumentViews;
  documents: ReturnType<typeof useDocuments>;
  /** What is checked in them. */
  children: ReactNode;
};

/** The chosen document of an enrolment, below buttons for the others when there are any. Source: docs/ux.md §8.4. */
export function Documents({ views, documents: { all, chosen, choose, ...state }, children }: Props) {
  const { address, by } = chosen;
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
      <DocumentPanel key={`${state.enrolment.id} ${address}`} views={views} {...state}>
        {children}
      </DocumentPanel>
    </>
  );
}

/**
 * The documents of an enrolment, the newest first, and the chosen one while it is wanted: the
 * newest until another is chosen. Nearly always there is one. Fetching it leaves an audit entry, so call this
 * in a component that stays mounted while the views are rearranged. `onFailed` ends the wish.
 */
export function useDocuments(
  enrolment: StoredEnrolment & DocumentFacts,
  wanted: boolean,
  onFailed: () => void,
) {
  // The dialog asks: asking again would be a second line in the audit log.
  const { data: followUp, isPending } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const [choice, choose] = useState<string | null>(null);
  const first = {
    address: textOrNull(storedDocument({ ...enrolment, newestDocument: null })),
    words: documentView.first,
    by: undefined,
  };
  const all = [
    ...(followUp?.laterDocuments ?? []).map(({ address, receivedAt, fromDesk, attachedBy }) => ({
      address: address,
      words: (fromDesk ? documentView.attached : documentView.later)(dayAndTime(receivedAt)),
      by: fromDesk ? (attachedBy ?? desk.erasedAccount) : undefined,
    })),
    first,
  ].filter(({ address }, at) => address !== null || at === 0); // who came without one may have others
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
  return {
    all,
    chosen,
    choose,
    enrolment: shown,
    read: data,
    busy: isFetching || (wanted && isPending),
    error,
  };
}

/** `23/11, 05:25`: short, so that the buttons stand side by side; no document stays for a year. */
function dayAndTime(moment: string): string {
  const whole = brazilianMoment(new Date(moment));
  return `${whole.slice(0, 5)}, ${whole.slice(-5)}`;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
