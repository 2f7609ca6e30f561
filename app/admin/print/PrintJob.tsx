import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brand } from '../../../content/brand.ts';
import { printing } from '../../../content/print-export.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { nameOf, printTitle } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { recordPrinting } from '../api/audit.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { isMissingError } from '../sheet/use-missing.ts';
import { setPrintOptions, usePrintOptions } from './PrintOptions.tsx';
import { usePrintJob } from './use-print-job.ts';

type Props = { enrolments: readonly ListedEnrolment[]; onEnd: (problem: string | null) => void };

/** Prints several sheets in one job as soon as it is rendered. Calls `onEnd` after printing, with the reason when nothing was printed. */
export function PrintJob({ enrolments, onEnd }: Props) {
  const { paper, print } = useSheets(enrolments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void print().then(onEnd), []);
  return paper;
}

/** Printing these sheets; `paper` is what is on it meanwhile. One that turns out to be erased is shown as missing. */
export function useSheets(enrolments: readonly ListedEnrolment[]) {
  const client = useQueryClient();
  const [only, another] = enrolments;
  const ids = enrolments.map(({ id }) => id);
  const title = printTitle(another ? null : (only?.nomeCompleto ?? null));
  const options = usePrintOptions();
  const onRequest = !another && only?.id === options.onRequest;
  const { printedAt, ...job } = usePrintJob(title, ids.join(' '), () =>
    recordPrinting(ids, onRequest).then(
      () => {
        if (!only || !onRequest) return; // it answered the family's request
        void client.invalidateQueries({ queryKey: followUpQuery(only.id).queryKey });
        void client.invalidateQueries({ queryKey: ['enrolments'] });
      },
      (error: unknown) => {
        if (only && !another && isMissingError(error))
          client.setQueryData(followUpQuery(only.id).queryKey, null);
        throw error;
      },
    ),
  );
  useEffect(() => (printedAt ? () => setPrintOptions({ onRequest: '' }) : undefined), [printedAt]);
  const paper =
    printedAt &&
    enrolments.map((enrolment, at) => (
      <PrintedSheet
        key={enrolment.id}
        enrolment={enrolment}
        printedAt={printedAt}
        discreet={options.discreet && !onRequest}
        place={another ? `${printing.place(at + 1, enrolments.length)} · ` : ''}
      />
    ));
  return { ...job, paper };
}

/** `place`: which one it is of several in one job. */
type SheetProps = { enrolment: ListedEnrolment; printedAt: Date; discreet: boolean; place: string };

/** The printed sheet, in its own root beside the page, so that no dialog clips it. Source: docs/ux.md §8.3. */
function PrintedSheet({ enrolment, printedAt, discreet, place }: SheetProps) {
  const { user } = useSession();
  const { signatures } = usePrintOptions();
  const { protocol } = enrolment;
  return (
    <PrintRoot className="printed-sheet wide">
      <div className="print-root__head">
        <p className="between break">
          <span className="print-root__brand">
            <Mark />
            {brand.name}
          </span>
          <bdi>{nameOf(enrolment)}</bdi>
        </p>
      </div>
      <EnrolmentSheet enrolment={enrolment} discreet={discreet} />
      {signatures && (
        <div className="signatures">
          {[printing.signatureOf.person, printing.signatureOf.team, printing.placeAndDay].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <div className="print-root__foot">
        <p>
          {place}
          {protocol && `Protocolo ${writtenProtocol(protocol)} · `}impresso em {brazilianMoment(printedAt)}
          {user?.email && ` por ${user.email}`}
        </p>
        <div className="print-root__belts">
          {['white', 'blue', 'purple', 'brown', 'black'].map((belt) => (
            <svg key={belt} aria-hidden="true">
              <rect width="100%" height="100%" fill={`var(--color-belt-${belt})`} />
            </svg>
          ))}
        </div>
      </div>
    </PrintRoot>
  );
}
