import { printAndExport } from '../../../../content/print-export.ts';
import { retention } from '../../../../content/retention.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type Act, Menu } from '../../controls/Menu.tsx';
import { useMay } from '../../controls/use-may.ts';
import { PrintOptions } from '../../print/PrintOptions.tsx';

type Rows = readonly ListedEnrolment[];

type Props = {
  /** Of the page: without any nothing can be printed or selected. */
  rows: Rows;
  actions: Record<'select' | 'print', (rows: Rows) => void> & {
    exportRows: () => void;
    open: (dialog: 'classList' | 'erased') => void;
  };
};

/** What is done with the whole page or list, out of sight until it is wanted. Source: docs/ux.md §7 ('Bulk'). */
export function MoreMenu({ rows, actions }: Props) {
  const may = useMay();
  const ofRows = rows.length === 0 ? 'off' : '';
  const acts: Act[] = [
    [printAndExport.selectAll, () => actions.select(rows), ofRows],
    [printAndExport.printPage, () => actions.print(rows), ofRows],
    [printAndExport.export, () => actions.exportRows()],
    [printAndExport.classList, () => actions.open('classList')],
    ...(may('devolver') ? [[retention.bin, () => actions.open('erased')] as const] : []),
    [printAndExport.blankForm, '/projeto-social/ficha-em-branco'],
  ];
  return (
    <Menu acts={acts}>
      <PrintOptions />
    </Menu>
  );
}
