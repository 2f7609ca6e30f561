import { flagsOf } from '../../domain/registration-flags.ts';
import { printTitle, type Registration } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { PrintedSheet } from './PrintedSheet.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';

/** One registration to read and to print. Source: SPEC §2. */
export function RegistrationDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const { printedAt, print } = usePrinting(printTitle(registration.nome_completo));
  const flags = flagsOf(registration);
  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        onClose={onClose}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            <Button onClick={print}>Imprimir Ficha</Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
        <section aria-label="Ficha" tabIndex={0}>
          {flags.length > 0 && <p className="notice notice--warning">{`${flags.join(' · ')}.`}</p>}
          <RegistrationSheet registration={registration} />
        </section>
      </Dialog>
      {printedAt && <PrintedSheet registration={registration} printedAt={printedAt} />}
    </>
  );
}
