import { desk } from '../../../../content/desk.ts';
import { printAndExport } from '../../../../content/print-export.ts';
import { retention } from '../../../../content/retention.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { useMay } from '../../controls/use-may.ts';
import { PrintOptions } from '../../print/PrintOptions.tsx';
import { Popover } from './Popover.tsx';

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
  const isEmpty = rows.length === 0;
  return (
    <Popover className="more" icon="more" label={desk.more}>
      {(close) => {
        const line = (words: string, act: () => void, disabled = false) => (
          <button
            type="button"
            className="more__line touch wide"
            disabled={disabled}
            onClick={() => {
              close();
              act();
            }}
          >
            {words}
          </button>
        );
        return (
          <>
            {line(printAndExport.selectAll, () => actions.select(rows), isEmpty)}
            {line(printAndExport.printPage, () => actions.print(rows), isEmpty)}
            {line(printAndExport.export, () => actions.exportRows())}
            {line(printAndExport.classList, () => actions.open('classList'))}
            {may('devolver') && line(retention.bin, () => actions.open('erased'))}
            <a
              className="more__line touch wide"
              href="/projeto-social/ficha-em-branco"
              target="_blank"
              rel="noopener noreferrer"
              onClick={close}
            >
              {printAndExport.blankForm}
              <span className="vh"> (abre em outra página)</span>
            </a>
            <PrintOptions />
          </>
        );
      }}
    </Popover>
  );
}
