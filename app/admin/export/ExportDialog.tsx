import { useQuery } from '@tanstack/react-query';
import { exporting } from '../../../content/exporting.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { countEnrolments } from '../api/enrolments.ts';
import { failureText } from '../api/failure-text.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBox, TickBoxes } from '../controls/TickBoxes.tsx';
import { useMay } from '../controls/use-may.ts';
import { BASIC, exportFound, type Wanted } from './export-found.ts';

const columnsThat = (are: boolean) =>
  EXPORT_COLUMNS.flatMap(({ name, label, sensitive }) => (sensitive === are ? [[name, label] as const] : []));

/** What is chosen at first. */
const INITIAL: Wanted = { reason: '', columns: BASIC, csv: false };

type ExportDialogProps = { filter: EnrolmentFilter; onClose: () => void };

/** Exports what a filter finds: how many, and the usual columns or, unfolded, others. Source: docs/ux.md §8.7. */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const asksReason = !useMay()('exportar_sem_motivo');
  const count = useQuery({
    queryKey: ['enrolments', 'to export', filter],
    queryFn: ({ signal }) => countEnrolments(filter, signal),
    gcTime: 0,
  });
  const total = count.data?.total;

  return (
    <FormDialog
      title={exporting.title}
      className=""
      submit={exporting.start}
      busy={exporting.preparing}
      disabled={({ columns }) => total === 0 || columns.length === 0}
      initial={INITIAL}
      check={({ reason }) => (asksReason && reason === '' ? { reason: exporting.reasonMissing } : {})}
      send={async (wanted) => {
        showToast({ title: await exportFound(filter, wanted), tone: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {({ values: { columns }, choice, tick, set }) => {
        const boxes = (sensitive: boolean) => ({
          choices: columnsThat(sensitive),
          chosen: columns,
          beside: true,
          onChange: (chosen: readonly ExportName[]) => set({ columns: chosen }),
        });
        return (
          <>
            {count.isError ? (
              <Alert title={failureText(count.error)} />
            ) : (
              <p className="subtitle" role="status">
                {total === undefined ? exporting.counting : exporting.count(total)}
              </p>
            )}
            {asksReason && (
              <Choices legend={exporting.reason} choices={exporting.reasons} {...choice('reason')} />
            )}
            <p>{exporting.basic}</p>
            <details className="fold">
              <summary>{exporting.choose}</summary>
              <div className="stack gap-5">
                <TickBoxes legend={exporting.columns} {...boxes(false)} />
                <TickBoxes legend={exporting.sensitive} hint={exporting.sensitiveHint} {...boxes(true)} />
                <TickBox label={exporting.csv} hint={exporting.csvHint} {...tick('csv')} />
              </div>
            </details>
            <p className="notice notice--warning" role="status">
              {columns.length === 0 ? exporting.columnMissing : exporting.warning}
            </p>
          </>
        );
      }}
    </FormDialog>
  );
}
