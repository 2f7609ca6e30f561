import { printAndExport } from '../../../../content/print-export.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';

type Props = {
  count: number;
  printing: boolean;
  onPrint: () => void;
  onExport: () => void;
  onDeselect: () => void;
};

/** Stands in the toolbar's place while rows are ticked; on a narrow screen at the window's foot. Source: docs/ux.md §7 ('Bulk'). */
export function SelectionBar({ count, printing, onPrint, onExport, onDeselect }: Props) {
  return (
    <fieldset className="selection" aria-label={printAndExport.label}>
      <p className="selection__count" role="status">
        {printAndExport.selected(count)}
      </p>
      <Button busyText={printing && printAndExport.printing} onClick={onPrint}>
        {printAndExport.print}
      </Button>
      <SecondaryButton onClick={onExport}>{printAndExport.exportAll}</SecondaryButton>
      <SecondaryButton onClick={onDeselect}>{printAndExport.deselect}</SecondaryButton>
      <p className="selection__hint">{printAndExport.selectionHint}</p>
    </fieldset>
  );
}
