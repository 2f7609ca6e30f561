import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { printAndExport } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../controls/action-error.ts';
import type { PrintJob } from '../print/PrintJob.tsx';
import { PrintQuestion } from './PrintQuestion.tsx';

/** More sheets than these are asked about first. Source: docs/ux.md §7 ('Bulk'). */
const UNASKED_SHEETS = 5;

type Rows = readonly ListedEnrolment[];
type Exporting = ComponentType<{ filter: EnrolmentFilter; rows?: Rows; onClose: () => void }>;

export type ListActions = {
  printing: boolean;
  print: (rows: Rows) => void;
  /** Of these rows, or of everything that the filter finds. */
  exportRows: (rows?: Rows) => void;
  openClassList: () => void;
  openErased: () => void;
  /** The dialogs and the job that are open, and why the last action failed. */
  shown: ReactNode;
};

/** Actions on several enrolments: print their sheets or a class, export a spreadsheet. Source: docs/ux.md §7 ('Bulk'). */
export function useListActions(filter: EnrolmentFilter): ListActions {
  const [asked, setAsked] = useState<Rows | null>(null);
  const [job, setJob] = useState<{ Job: typeof PrintJob; rows: Rows } | null>(null);
  const [exported, setExported] = useState<{ Dialog: Exporting; rows?: Rows } | null>(null);
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();

  function print(rows: Rows) {
    setProblem(null);
    if (rows.length > UNASKED_SHEETS) setAsked(rows);
    else if (rows.length > 0) void printNow(rows);
  }

  const printNow = (rows: Rows) =>
    open(async () => {
      const { PrintJob } = await import('../print/PrintJob.tsx');
      setJob({ Job: PrintJob, rows });
    });

  /** The code of a dialog or job comes with its first use, and may not come. */
  async function open(load: () => Promise<void>) {
    setProblem(null);
    await load().catch(() => setProblem(actionError(new BackendError(0, '', ''))));
  }

  const exportRows = (rows?: Rows) =>
    open(async () => {
      const { ExportDialog } = await import('../export/ExportDialog.tsx');
      setExported({ Dialog: ExportDialog, ...(rows && { rows }) });
    });

  const openClassList = () =>
    open(async () => {
      const { ClassListDialog } = await import('../print/ClassListDialog.tsx');
      setOpened(() => ClassListDialog);
    });

  const openErased = () =>
    open(async () => {
      const { ErasedDialog } = await import('../retention/ErasedDialog.tsx');
      setOpened(() => ErasedDialog);
    });

  return {
    printing: job !== null,
    print,
    exportRows,
    openClassList,
    openErased,
    shown: (
      <>
        {problem && (
          <section className="no-print" aria-label={printAndExport.label}>
            <Alert title={problem} />
          </section>
        )}
        {asked && (
          <PrintQuestion
            sheets={asked.length}
            onClose={() => setAsked(null)}
            onPrint={() => {
              void printNow(asked);
              setAsked(null);
            }}
          />
        )}
        {job && (
          <job.Job
            enrolments={job.rows}
            onEnd={(failure) => {
              setProblem(failure);
              setJob(null);
              if (failure === desk.missing) void client.invalidateQueries({ queryKey: ['enrolments'] });
            }}
          />
        )}
        {exported && (
          <exported.Dialog
            filter={filter}
            {...(exported.rows && { rows: exported.rows })}
            onClose={() => setExported(null)}
          />
        )}
        {Opened && <Opened onClose={() => setOpened(null)} />}
      </>
    ),
  };
}
