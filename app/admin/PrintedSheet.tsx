import { brand } from '../../content/brand.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import type { Registration } from '../../domain/sheet.ts';
import { useSession } from '../api/session.tsx';
import { Mark } from '../ui/Mark.tsx';
import { PrintRoot } from '../ui/PrintRoot.tsx';
import { usePrintOptions } from './print-options.ts';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { Signatures } from './Signatures.tsx';

/** The sheet as it goes to paper: a root of its own beside the page, so that no dialog cuts it. Source: ux.md §8.3. */
export function PrintedSheet({ registration, printedAt }: { registration: Registration; printedAt: Date }) {
  const { user } = useSession();
  const [{ discreet, signatures }] = usePrintOptions();
  const { protocolo, nome_completo } = registration;
  return (
    <PrintRoot className="printed-sheet">
      <div className="print-root__head">
        <p className="print-root__running">
          <span className="print-root__brand">
            <Mark />
            {brand.name}
          </span>
          <bdi>{nome_completo}</bdi>
        </p>
      </div>
      <div className="print-root__sheet">
        <RegistrationSheet registration={registration} discreet={discreet} />
        {signatures && <Signatures />}
      </div>
      <div className="print-root__foot">
        <p>
          {protocolo && `Protocolo ${writtenProtocol(protocolo)} · `}impresso em {brazilianMoment(printedAt)}
          {user?.email && ` por ${user.email}`}
        </p>
        <div className="print-root__belts">
          <span className="print-root__belt print-root__belt--white" />
          <span className="print-root__belt print-root__belt--blue" />
          <span className="print-root__belt print-root__belt--purple" />
          <span className="print-root__belt print-root__belt--brown" />
          <span className="print-root__belt print-root__belt--black" />
        </div>
      </div>
    </PrintRoot>
  );
}
