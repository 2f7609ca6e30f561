import { useState } from 'react';
import { createPortal } from 'react-dom';
import { printing } from '../../content/hand-over.ts';
import { flagsOf } from '../../domain/registration-flags.ts';
import { printTitle, type Registration } from '../../domain/sheet.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DocumentPanel } from './DocumentPanel.tsx';
import { PrintedSheet } from './PrintedSheet.tsx';
import { PrintOptions } from './PrintOptions.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { usePrinting } from './use-printing.ts';

/** One registration to read and to print. Source: SPEC §2. */
export function RegistrationDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const { printedAt, print } = usePrinting(printTitle(registration.nome_completo), [registration]);
  const [problem, setProblem] = useState<string | null>(null);
  const flags = flagsOf(registration);
  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        onClose={onClose}
        footer={
          <>
            {problem && <Alert title={printing.failed}>{problem}</Alert>}
            <PrintOptions />
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            <Button onClick={async () => setProblem(await print())}>Imprimir Ficha</Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
        <section aria-label="Ficha" tabIndex={0}>
          {flags.length > 0 && <p className="notice notice--warning">{`${flags.join(' · ')}.`}</p>}
          <DocumentPanel key={registration.id} registration={registration} />
          <RegistrationSheet registration={registration} />
        </section>
      </Dialog>
      {printedAt &&
        createPortal(<PrintedSheet registration={registration} printedAt={printedAt} />, document.body)}
    </>
  );
}
