import { desk } from '../../../../content/desk.ts';
import { printAndExport } from '../../../../content/print-export.ts';
import { retention } from '../../../../content/retention.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useMay } from '../../controls/use-may.ts';
import { PrintOptions } from '../../print/PrintOptions.tsx';
import { Popover } from './Popover.tsx';

type Props = {
  /** How many rows the page has: without any nothing can be printed or selected. */
  rows: number;
  onPrint: () => void;
  onExport: () => void;
  onSelectAll: () => void;
  onClassList: () => void;
  onErased: () => void;
  onKeys: () => void;
};

/** What is done with the whole page or list, out of sight until it is wanted. Source: docs/ux.md §7 ('Bulk'). */
export function MoreMenu({ rows, onPrint, onExport, onSelectAll, onClassList, onErased, onKeys }: Props) {
  const may = useMay();
  return (
    <Popover
      className="more"
      label={desk.more}
      button={
        <>
          <Icon name="more" /> <span className="tool__words">{desk.more}</span>
        </>
      }
    >
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
            {line(printAndExport.selectAll, onSelectAll, rows === 0)}
            {line(printAndExport.printPage, onPrint, rows === 0)}
            {line(printAndExport.export, onExport)}
            {line(printAndExport.classList, onClassList)}
            {may('devolver') && line(retention.bin, onErased)}
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
            {line(desk.keys, onKeys)}
            <PrintOptions />
          </>
        );
      }}
    </Popover>
  );
}
