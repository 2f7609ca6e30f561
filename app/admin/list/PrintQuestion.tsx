import { printAndExport } from '../../../content/print-export.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { PrintOptions, usePrintOptions } from '../print/PrintOptions.tsx';

type Props = { sheets: number; onPrint: () => Promise<void>; onClose: () => void };

/** Asked before many sheets are printed: how many, and whether health and income are on them. Source: docs/ux.md §7 ('Bulk'). */
export function PrintQuestion({ sheets, onPrint, onClose }: Props) {
  const { discreet } = usePrintOptions();
  return (
    <FormDialog
      title={printAndExport.question(sheets)}
      submit={printAndExport.print}
      send={onPrint}
      onClose={onClose}
    >
      <p role="status">{discreet ? printAndExport.notOnPaper : printAndExport.onPaper}</p>
      <PrintOptions />
    </FormDialog>
  );
}
