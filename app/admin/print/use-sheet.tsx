import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { brand } from '../../../content/brand.ts';
import { terms } from '../../../content/printed-terms.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { fullNameOf, printTitle } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { recordPrinting } from '../api/audit.ts';
import { isMissingError } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { PrintedTerm } from './PrintedTerm.tsx';
import { usePrintJob } from './use-print-job.ts';

/** How a sheet is printed once: without health and income; the copy that a family asked for in person; a text to sign in its place. */
export type PrintOptions = { discreet?: boolean; onRequest?: boolean; term?: keyof typeof terms };

/** Printing an enrolment's sheet; `paper` is what is on it meanwhile. One that turns out to be erased is shown as missing. */
export function useSheet(enrolment: ListedEnrolment) {
  const { id, nomeCompleto } = enrolment;
  const client = useQueryClient();
  const { queryKey } = followUpQuery(id);
  const how = useRef<PrintOptions>({});
  const title = how.current.term ? terms[how.current.term].title : 'Ficha';
  const { printedAt, ...job } = usePrintJob(printTitle(nomeCompleto, title), id, () =>
    recordPrinting(id, how.current.onRequest === true).then(
      () => {
        if (!how.current.onRequest) return; // it answered the family's request
        void client.invalidateQueries({ queryKey });
        void client.invalidateQueries({ queryKey: ['enrolments'] });
      },
      (error: unknown) => {
        if (isMissingError(error)) client.setQueryData(queryKey, null);
        throw error;
      },
    ),
  );

  async function print(options: PrintOptions = {}) {
    how.current = options;
    const why = await job.print();
    how.current = {}; // the browser's own command prints it whole
    return why;
  }

  const { discreet = false, term } = how.current;
  const paper =
    printedAt &&
    (term ? (
      <PrintedTerm enrolment={enrolment} of={term} />
    ) : (
      <PrintedSheet enrolment={enrolment} printedAt={printedAt} discreet={discreet} />
    ));
  return { busy: job.busy, print, paper };
}

type SheetProps = { enrolment: ListedEnrolment; printedAt: Date; discreet: boolean };

/** The printed sheet, in its own root beside the page, so that no dialog clips it. Source: docs/ux.md §8.3. */
function PrintedSheet({ enrolment, printedAt, discreet }: SheetProps) {
  const { user } = useSession();
  const { protocol } = enrolment;
  return (
    <PrintRoot className="printed-sheet wide">
      <div className="print-root__head">
        <p className="between">
          <span className="print-root__brand">
            <Mark />
            {brand.name}
          </span>
          <bdi>{fullNameOf(enrolment)}</bdi>
        </p>
      </div>
      <EnrolmentSheet enrolment={enrolment} discreet={discreet} />
      <div className="print-root__foot">
        <p>
          {protocol && `Protocolo ${writtenProtocol(protocol)} · `}impresso em {brazilianMoment(printedAt)}
          {user?.email && ` por ${user.email}`}
        </p>
      </div>
    </PrintRoot>
  );
}
