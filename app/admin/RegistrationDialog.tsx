import { createPortal } from 'react-dom';
import { flagsOf } from '../../domain/registration-flags.ts';
import { printTitle, type Registration } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EraseButton } from './EraseButton.tsx';
import { KeepingNotice } from './keeping.tsx';
import { PrintedSheet } from './PrintedSheet.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { useNoting } from './use-noting.ts';
import { usePrinting } from './use-printing.ts';

/** One registration to read and to print. Source: SPEC §2. */
export function RegistrationDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const { printedAt, print } = usePrinting(printTitle(registration.nome_completo));
  useNoting(registration.id, printedAt !== null);
  const flags = flagsOf(registration);
  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        onClose={onClose}
        footer={
          <>
            <EraseButton registration={registration} onErased={onClose} />
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
          <KeepingNotice id={registration.id} />
          <RegistrationSheet registration={registration} />
        </section>
      </Dialog>
      {printedAt &&
        createPortal(<PrintedSheet registration={registration} printedAt={printedAt} />, document.body)}
    </>
  );
}
