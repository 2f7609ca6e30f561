import { printAndExport } from '../../../../content/print-export.ts';
import { Button } from '../../../ui/Button.tsx';

/** Stands in the toolbar's place while rows are ticked; on a narrow screen at the window's foot. Source: docs/ux.md §7 ('Bulk'). */
export function SelectionBar({
  count,
  printing,
  onPrint,
  onExport,
  onDeselect,
}: {
  count: number;
  printing: boolean;
  onPrint: () => void;
  onExport: () => void;
  onDeselect: () => void;
}) {
  return (
    <fieldset className="selection" aria-label={printAndExport.label}>
      <p className="selection__count" role="status">
        {printAndExport.selected(count)}
      </p>
      <Button busyText={printing && printAndExport.printing} onClick={onPrint}>
        {printAndExport.print}
      </Button>
      <Button variant="secondary" onClick={onExport}>
        {printAndExport.exportAll}
      </Button>
      <Button variant="secondary" onClick={onDeselect}>
        {printAndExport.deselect}
      </Button>
      <p className="selection__hint">{printAndExport.selectionHint}</p>
    </fieldset>
  );
}
