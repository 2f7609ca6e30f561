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
  actions: Record<'exportRows' | 'openClassList' | 'openErased' | 'openKeys', () => void> & {
    print: (rows: Rows) => void;
  };
  onSelectAll: () => void;
};

/** What is done with the whole page or list, out of sight until it is wanted. Source: docs/ux.md §7 ('Bulk'). */
export function MoreMenu({ rows, actions, onSelectAll }: Props) {
  const may = useMay();
  return (
    <Popover className="more" icon="more" label={desk.more}>
      {(close) => {
        const line = (words: string, act: () => void, disabled = false) => (
          <button
            type="button"
            className="more__line line wide"
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
            {line(printAndExport.selectAll, onSelectAll, rows.length === 0)}
            {line(printAndExport.printPage, () => actions.print(rows), rows.length === 0)}
            {line(printAndExport.export, actions.exportRows)}
            {line(printAndExport.classList, actions.openClassList)}
            {may('devolver') && line(retention.bin, actions.openErased)}
            <a
              className="more__line line wide"
              href="/projeto-social/ficha-em-branco"
              target="_blank"
              rel="noopener noreferrer"
              onClick={close}
            >
              {printAndExport.blankForm}
              <span className="vh"> (abre em outra página)</span>
            </a>
            {line(desk.keys, actions.openKeys)}
            <PrintOptions />
          </>
        );
      }}
    </Popover>
  );
}
