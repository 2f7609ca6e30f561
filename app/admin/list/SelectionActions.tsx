import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { classList, printAndExport } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { actionError } from '../parts/action-error.ts';
import { PrintJob } from '../print/PrintJob.tsx';
import { PrintOptions } from '../print/PrintOptions.tsx';
import type { Selection } from './selection.tsx';
import './selection-actions.css';

type Props = {
  /** The rows of the current page. */
  rows: readonly StoredEnrolment[];
  /** The list's filter; everything it finds is exported. */
  filter: EnrolmentFilter;
  selection: Selection;
};

/** A dialog whose code is fetched when it is asked for. */
type Later = ComponentType<{ filter: EnrolmentFilter; onClose: () => void }>;

/** Actions on several enrolments: print their sheets, export a spreadsheet. Source: docs/ux.md §7 (bulk). */
export function SelectionActions({ rows, filter, selection }: Props) {
  const [job, setJob] = useState<readonly StoredEnrolment[] | null>(null);
  const [Opened, setOpened] = useState<Later | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const chosen = rows.filter(({ id }) => selection.has(id));
  const sheets = chosen.length > 0 ? chosen : rows;
  const printWords = (chosen.length > 0 ? printAndExport.printSelected : printAndExport.print)(sheets.length);

  async function open(dialog: () => Promise<Later>) {
    setProblem(null);
    try {
      const component = await dialog();
      setOpened(() => component);
    } catch {
      setProblem(actionError(new BackendError(0, '', '')));
    }
  }

  return (
    <section className="selection-actions no-print" aria-label={printAndExport.label}>
      {problem && <Alert title={problem} />}
      <div className="selection-actions__row">
        <Button variant="secondary" onClick={() => selection.set(chosen.length > 0 ? [] : rows)}>
          {chosen.length > 0 ? printAndExport.deselectAll : printAndExport.selectAll}
        </Button>
        <Button variant="secondary" busyText={job !== null && printWords} onClick={() => setJob(sheets)}>
          {printWords}
        </Button>
        <Button variant="secondary" onClick={() => open(exportDialog)}>
          {printAndExport.export}
        </Button>
        <Button variant="secondary" onClick={() => open(classListDialog)}>
          {classList.title}
        </Button>
        <PrintOptions />
      </div>
      {chosen.length > 0 && <p className="field__hint">{printAndExport.selectionHint}</p>}
      {job && (
        <PrintJob
          enrolments={job}
          onEnd={(failure) => {
            setProblem(failure);
            setJob(null);
            if (failure === desk.missing) void client.invalidateQueries({ queryKey: ['inscricoes'] });
          }}
        />
      )}
      {Opened && <Opened filter={filter} onClose={() => setOpened(null)} />}
    </section>
  );
}

const exportDialog = async (): Promise<Later> => (await import('../export/ExportDialog.tsx')).ExportDialog;
const classListDialog = async (): Promise<Later> =>
  (await import('../print/ClassListDialog.tsx')).ClassListDialog;
