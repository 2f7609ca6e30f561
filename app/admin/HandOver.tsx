import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { desk } from '../../content/desk.ts';
import { handOver } from '../../content/hand-over.ts';
import type { RegistrationFilter } from '../../domain/registration-filter.ts';
import type { Registration } from '../../domain/sheet.ts';
import { BackendError } from '../api/client.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { deedFailed } from './deed-failed.ts';
import type { Marked } from './marked.tsx';
import { PrintJob } from './PrintJob.tsx';
import { PrintOptions } from './PrintOptions.tsx';
import './hand-over.css';

type Props = {
  /** The rows of the page that is shown. */
  rows: readonly Registration[];
  /** What the list shows now; all of it is exported. */
  filter: RegistrationFilter;
  marked: Marked;
};

type Exporting = ComponentType<{ filter: RegistrationFilter; onClose: () => void }>;

/** What can be done with several registrations: sheets on paper, a spreadsheet. Source: ux.md §7 (bulk). */
export function HandOver({ rows, filter, marked }: Props) {
  const [job, setJob] = useState<readonly Registration[] | null>(null);
  const [Export, setExport] = useState<Exporting | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const chosen = rows.filter(({ id }) => marked.has(id));
  const sheets = chosen.length > 0 ? chosen : rows;
  const printWords = (chosen.length > 0 ? handOver.printMarked : handOver.print)(sheets.length);

  async function openExport() {
    setProblem(null);
    try {
      const { ExportDialog } = await import('./ExportDialog.tsx');
      setExport(() => ExportDialog);
    } catch {
      setProblem(deedFailed(new BackendError(0, '', '')));
    }
  }

  return (
    <section className="hand-over no-print" aria-label={handOver.label}>
      {problem && <Alert title={problem} />}
      <div className="hand-over__row">
        <Button variant="secondary" onClick={() => marked.set(chosen.length > 0 ? [] : rows)}>
          {chosen.length > 0 ? handOver.unmarkAll : handOver.markAll}
        </Button>
        <Button variant="secondary" busyText={job !== null && printWords} onClick={() => setJob(sheets)}>
          {printWords}
        </Button>
        <Button variant="secondary" onClick={openExport}>
          {handOver.export}
        </Button>
        <PrintOptions />
      </div>
      {chosen.length > 0 && <p className="field__hint">{handOver.markedHint}</p>}
      {job && (
        <PrintJob
          registrations={job}
          onEnd={(trouble) => {
            setProblem(trouble);
            setJob(null);
            if (trouble === desk.gone) void client.invalidateQueries({ queryKey: ['inscricoes'] });
          }}
        />
      )}
      {Export && <Export filter={filter} onClose={() => setExport(null)} />}
    </section>
  );
}
