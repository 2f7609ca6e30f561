import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { printAndExport } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import type { FollowUpSummary } from '../api/follow-up-shape.ts';
import type { BulkDecision, BulkOutcome } from './bulk/decide-all.ts';
import type { Selection } from './selection.tsx';

const BulkResult = lazy(async () => ({ default: (await import('./bulk/BulkResult.tsx')).BulkResult }));

/** More sheets than these are asked about first. Source: docs/ux.md §7 ('Bulk'). */
const UNASKED_SHEETS = 5;

type Rows = readonly ListedEnrolment[];

type Options = {
  filter: EnrolmentFilter;
  selection: Selection;
  /** What is known of an enrolment after a decision about it. */
  onFollowUpChange: (enrolment: string, known: FollowUpSummary) => void;
  /** Once what was done is over, and nothing of it is open. */
  onChanged: () => void;
};

/**
 * Actions on several enrolments: decide, tell their families, print their sheets or a class, export a
 * spreadsheet, of these rows or of everything that the filter finds. `shown`: the dialog and the job that are open, and why the last
 * action failed. Source: docs/ux.md §7 ('Bulk').
 */
export function useListActions({ filter, selection, onFollowUpChange, onChanged }: Options) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [job, setJob] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<BulkOutcome | null>(null);
  const client = useQueryClient();
  const close = () => setDialog(null);

  /** The code of a dialog or job comes with its first use, and may not come. */
  async function open(load: () => Promise<void>) {
    setProblem(null);
    await load().catch(() => setProblem(actionError(new BackendError(0, '', ''))));
  }

  function print(rows: Rows) {
    setProblem(null);
    const printNow = () => {
      close();
      void printRows(rows);
    };
    if (rows.length > UNASKED_SHEETS)
      void open(async () => {
        const { PrintQuestion } = await import('./PrintQuestion.tsx');
        setDialog(<PrintQuestion sheets={rows.length} onClose={close} onPrint={printNow} />);
      });
    else if (rows.length > 0) void printRows(rows);
  }

  const printRows = (rows: Rows) =>
    open(async () => {
      const { PrintJob } = await import('../print/PrintJob.tsx');
      setJob(<PrintJob enrolments={rows} onEnd={onPrinted} />);
    });

  function onPrinted(failure: string | null) {
    setProblem(failure);
    setJob(null);
    if (failure === desk.missing) void client.invalidateQueries({ queryKey: ['enrolments'] });
  }

  const exportRows = (rows?: Rows) =>
    open(async () => {
      const { ExportDialog } = await import('../export/ExportDialog.tsx');
      setDialog(<ExportDialog filter={filter} {...(rows && { rows })} onClose={close} />);
    });

  const openClassList = () =>
    open(async () => {
      const { ClassListDialog } = await import('../print/ClassListDialog.tsx');
      setDialog(<ClassListDialog onClose={close} />);
    });

  const decideOn = (rows: Rows, what: BulkDecision) =>
    open(async () => {
      const { BulkDialog } = await import('./bulk/BulkDialog.tsx');
      setDialog(
        <BulkDialog
          rows={rows}
          what={what}
          onFollowUpChange={onFollowUpChange}
          onClose={close}
          onDone={(outcome) => {
            close();
            selection.set(outcome.failed.map(({ enrolment }) => enrolment));
            setResult(outcome);
            onChanged();
          }}
        />,
      );
    });

  /** `others`: what the rows are a page of, where it goes on. */
  const tell = (rows: Rows, others?: EnrolmentFilter) =>
    open(async () => {
      const { TellDialog } = await import('./bulk/TellDialog.tsx');
      setResult(null);
      setDialog(
        <TellDialog
          rows={rows}
          others={others}
          onFollowUpChange={onFollowUpChange}
          onClose={() => {
            close();
            onChanged();
          }}
        />,
      );
    });

  const openKeys = () =>
    open(async () => {
      const { KeysDialog } = await import('./toolbar/KeysDialog.tsx');
      setDialog(<KeysDialog onClose={close} />);
    });

  const openErased = () =>
    open(async () => {
      const { ErasedDialog } = await import('../retention/ErasedDialog.tsx');
      setDialog(<ErasedDialog onClose={close} />);
    });

  const shown = (
    <>
      {problem && (
        <section className="no-print" aria-label={printAndExport.label}>
          <Alert title={problem} />
        </section>
      )}
      {dialog}
      {job}
      {result && (
        <Suspense fallback={null}>
          <BulkResult
            key={result.at}
            result={result}
            onTell={tell}
            onFollowUpChange={onFollowUpChange}
            onClose={() => {
              setResult(null);
              onChanged();
            }}
          />
        </Suspense>
      )}
    </>
  );
  return {
    printing: job !== null,
    print,
    exportRows,
    approve: (rows: Rows) => decideOn(rows, 'approve'),
    giveClass: (rows: Rows) => decideOn(rows, 'class'),
    tell,
    openClassList,
    openErased,
    openKeys,
    shown,
  };
}
