import text from '../../content/manual-da-secretaria.md?raw';
import { Button } from '../ui/Button.tsx';
import { TextPage } from './TextPage.tsx';

/** The front desk's manual: two A4 pages, to read here or to print. */
export const ManualPage = () => (
  <TextPage text={text}>
    <p className="scripted no-print">
      <Button onClick={() => window.print()}>Imprimir o manual</Button>
    </p>
  </TextPage>
);
