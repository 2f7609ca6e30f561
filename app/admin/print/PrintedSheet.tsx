import { brand } from '../../../content/brand.ts';
import { printing } from '../../../content/print-export.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { usePrintOptions } from './print-options.ts';

type Props = {
  enrolment: ListedEnrolment;
  printedAt: Date;
  /** Which one it is of several in one job, from 1. */
  place?: { number: number; of: number };
};

/** The printed sheet, in its own root beside the page, so that no dialog clips it. Source: docs/ux.md §8.3. */
export function PrintedSheet({ enrolment, printedAt, place }: Props) {
  const { user } = useSession();
  const [{ discreet, signatures }] = usePrintOptions();
  const { protocol } = enrolment;
  return (
    <PrintRoot className="printed-sheet">
      <div className="print-root__head">
        <p className="print-root__running">
          <span className="print-root__brand">
            <Mark />
            {brand.name}
          </span>
          <bdi>{nameOf(enrolment)}</bdi>
        </p>
      </div>
      <div className="print-root__sheet">
        <EnrolmentSheet enrolment={enrolment} discreet={discreet} />
        {signatures && (
          <div className="signatures">
            <p className="signatures__line">{printing.signatureOf.person}</p>
            <p className="signatures__line">{printing.signatureOf.team}</p>
            <p className="signatures__line">{printing.placeAndDay}</p>
          </div>
        )}
      </div>
      <div className="print-root__foot">
        <p>
          {place && `${printing.place(place.number, place.of)} · `}
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
