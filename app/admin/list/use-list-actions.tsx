import { type ComponentType, type ReactNode, useState } from 'react';
import { printAndExport } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import type { BulkDecision, BulkOutcome } from './bulk/decide-all.ts';
import type { Selection } from './selection.tsx';

/** The code of a dialog or job comes with its first use, and may not come. */
const code = {
  bulk: async () => (await import('./bulk/BulkDialog.tsx')).BulkDialog,
  erased: async () => (await import('../retention/ErasedDialog.tsx')).ErasedDialog,
  export: async () => (await import('../export/ExportDialog.tsx')).ExportDialog,
  result: async () => (await import('./bulk/BulkResult.tsx')).BulkResult,
  tell: async () => (await import('./bulk/TellDialog.tsx')).TellDialog,
};

type Rows = readonly ListedEnrolment[];

type Options = {
  filter: EnrolmentFilter;
  selection: Selection;
  /** Called once what was done is told and its dialog closed. */
  onChanged: () => void;
};

/**
 * Actions on several enrolments: decide, tell their families, export a spreadsheet, of these rows or of everything that the filter finds. `shown`: the dialog and the result
 * that are open, and why the last action failed. Source: docs/ux.md §7 ('Bulk').
 */
export function useListActions({ filter, selection, onChanged }: Options) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [result, setResult] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => setDialog(null);

  async function draw<Props extends object>(
    loading: Promise<ComponentType<Props>>,
    props: Props,
    place: (part: ReactNode) => void = setDialog,
  ) {
    setProblem(null);
    try {
      const Part = await loading;
      place(<Part key={performance.now()} {...props} />);
    } catch {
      setProblem(actionError(new BackendError(0, '', '')));
    }
  }

  function decideOn(rows: Rows, what: BulkDecision) {
    const onDone = (outcome: BulkOutcome) => {
      close();
      selection.set(outcome.failed.map(({ enrolment }) => enrolment));
      const onClose = () => finish(setResult);
      void draw(code.result(), { result: outcome, onTell: tell, onClose }, setResult);
      onChanged();
    };
    return draw(code.bulk(), { rows, what, onClose: close, onDone });
  }

  /** `others`: what the rows are a page of, where it goes on. */
  const tell = (rows: Rows, others?: EnrolmentFilter) =>
    draw(code.tell(), { rows, others, onClose: () => finish(setDialog) }, (dialog) => {
      setResult(null);
      setDialog(dialog);
    });

  function finish(place: (part: null) => void) {
    place(null);
    onChanged();
  }

  const shown = (
    <>
      {problem && (
        <section className="no-print" aria-label={printAndExport.label}>
          <Alert title={problem} />
        </section>
      )}
      {dialog}
      {result}
    </>
  );
  return {
    exportRows: (rows?: Rows) => draw(code.export(), { filter, ...(rows && { rows }), onClose: close }),
    approve: (rows: Rows) => decideOn(rows, 'approve'),
    giveClass: (rows: Rows) => decideOn(rows, 'class'),
    tell,
    select: selection.set,
    open: (name: 'erased') => draw(code[name](), { onClose: close }),
    shown,
  };
}
