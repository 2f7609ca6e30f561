import { bulk, printAndExport } from '../../../../content/print-export.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { useMay } from '../../controls/use-may.ts';
import { focusRange } from './list-focus.ts';

type Rows = readonly ListedEnrolment[];

type Props = {
  rows: Rows;
  actions: Record<'approve' | 'giveClass' | 'tell' | 'exportRows' | 'select', (rows: Rows) => void>;
};

/** What is done with the ticked rows: stands in the place of the chips, beside the search; on a narrow screen at the window's foot. Source: docs/ux.md §7 ('Bulk'). */
export function SelectionBar({ rows, actions }: Props) {
  const may = useMay();
  const deselect = () => {
    focusRange(); // the pressed button disappears
    actions.select([]);
  };
  return (
    <fieldset className="selection dark-bar row" aria-label={bulk.label}>
      <p className="selection__count bold numbers" role="status">
        {printAndExport.selected(rows.length)}
      </p>
      {may('decidir') && (
        <>
          <Button onClick={() => actions.approve(rows)}>{bulk.approveIn}</Button>
          <SecondaryButton onClick={() => actions.giveClass(rows)}>{bulk.class}</SecondaryButton>
          <SecondaryButton onClick={() => actions.tell(rows)}>{bulk.tell}</SecondaryButton>
        </>
      )}
      <SecondaryButton onClick={() => actions.exportRows(rows)}>{printAndExport.exportAll}</SecondaryButton>
      <SecondaryButton onClick={deselect}>{printAndExport.deselect}</SecondaryButton>
    </fieldset>
  );
}
