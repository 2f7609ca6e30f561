import { printAndExport } from '../../../../content/print-export.ts';
import { retention } from '../../../../content/retention.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type Act, Menu } from '../../controls/Menu.tsx';
import { useMay } from '../../controls/use-may.ts';

type Rows = readonly ListedEnrolment[];

type Props = {
  /** Of the page: without any nothing can be selected. */
  rows: Rows;
  actions: {
    select: (rows: Rows) => void;
    exportRows: () => void;
    open: (dialog: 'erased') => void;
  };
};

/** What is done with the whole page or list, out of sight until it is wanted. Source: docs/ux.md §7 ('Bulk'). */
export function MoreMenu({ rows, actions }: Props) {
  const may = useMay();
  const acts: Act[] = [
    [printAndExport.selectAll, () => actions.select(rows), rows.length === 0 ? 'off' : ''],
    [printAndExport.export, () => actions.exportRows()],
    ...(may('devolver') ? [[retention.bin, () => actions.open('erased')] as const] : []),
    [printAndExport.blankForm, '/projeto-social/ficha-em-branco'],
  ];
  return <Menu acts={acts} />;
}
