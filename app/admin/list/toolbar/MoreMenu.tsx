import { printAndExport } from '../../../../content/print-export.ts';
import { retention } from '../../../../content/retention.ts';
import { type Act, Menu } from '../../controls/Menu.tsx';
import { useMay } from '../../controls/use-may.ts';

type Props = { onExport: () => void; onBin: () => void };

/** What is done with the whole list, out of sight until it is wanted. */
export function MoreMenu({ onExport, onBin }: Props) {
  const may = useMay();
  const acts: Act[] = [
    [printAndExport.export, onExport],
    ...(may('devolver') ? [[retention.bin, onBin] as const] : []),
    [printAndExport.blankForm, '/projeto-social/ficha-em-branco'],
  ];
  return <Menu acts={acts} />;
}
