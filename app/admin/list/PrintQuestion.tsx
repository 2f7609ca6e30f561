import { printAndExport } from '../../../content/print-export.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PrintOptions, usePrintOptions } from '../print/PrintOptions.tsx';

type Props = { sheets: number; onPrint: () => void; onClose: () => void };

/** Asked before many sheets are printed: how many, and whether health and income are on them. */
export function PrintQuestion({ sheets, onPrint, onClose }: Props) {
  const { discreet } = usePrintOptions();
  return (
    <Dialog
      title={printAndExport.question(sheets)}
      className="dialog--small"
      onClose={onClose}
      footer={
        <>
          <SecondaryButton onClick={onClose}>{printAndExport.cancel}</SecondaryButton>
          <Button onClick={onPrint}>{printAndExport.print}</Button>
        </>
      }
    >
      <div className="stack gap-3">
        <p className="question__health bold" role="status">
          {discreet ? printAndExport.notOnPaper : printAndExport.onPaper}
        </p>
        <p className="field__hint">{printAndExport.paperHint}</p>
        <PrintOptions />
      </div>
    </Dialog>
  );
}
