import { printAndExport } from '../../../content/print-export.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { usePrintOptions } from '../print/print-options.ts';

/** Asked before many sheets are printed: how many, and whether health and income are on them. */
export function PrintQuestion({
  sheets,
  onPrint,
  onClose,
}: {
  sheets: number;
  onPrint: () => void;
  onClose: () => void;
}) {
  const [{ discreet }] = usePrintOptions();
  return (
    <Dialog
      title={printAndExport.question(sheets)}
      className="dialog--small"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {printAndExport.cancel}
          </Button>
          <Button onClick={onPrint}>{printAndExport.print}</Button>
        </>
      }
    >
      <div className="question">
        <p className="question__health" role="status">
          {discreet ? printAndExport.notOnPaper : printAndExport.onPaper}
        </p>
        <p className="field__hint">{printAndExport.paperHint}</p>
        <PrintOptions />
      </div>
    </Dialog>
  );
}
