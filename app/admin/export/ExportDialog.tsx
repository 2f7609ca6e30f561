import { useQuery } from '@tanstack/react-query';
import { exporting } from '../../../content/exporting.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { countEnrolments, type ListedEnrolment } from '../api/enrolments.ts';
import { failureText } from '../api/failure-text.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBoxes } from '../controls/TickBoxes.tsx';
import { useMay } from '../controls/use-may.ts';
import { useExport, type Wanted } from './use-export.ts';
import './export.css';

const FORMATS = { xlsx: exporting.xlsx, csv: exporting.csv };
const columnsThat = (are: boolean) => EXPORT_COLUMNS.filter(({ sensitive }) => sensitive === are);

/** What is chosen at first. */
const INITIAL: Wanted = { reason: '', format: 'xlsx', columns: columnsThat(false).map(({ name }) => name) };

type ExportDialogProps = { filter: EnrolmentFilter; rows?: readonly ListedEnrolment[]; onClose: () => void };

/** Exports these rows, or what a filter finds: how many, which columns, which format. Source: docs/ux.md §8.7. */
export function ExportDialog({ filter, rows, onClose }: ExportDialogProps) {
  const asksReason = !useMay()('exportar_sem_motivo');
  const { written, said, start, stop } = useExport(filter, rows);
  const count = useQuery({
    queryKey: ['enrolments', 'to export', filter],
    queryFn: ({ signal }) => countEnrolments(filter, signal),
    gcTime: 0,
    enabled: !rows,
  });
  const total = rows ? rows.length : count.data?.total;

  return (
    <FormDialog
      title={exporting.title}
      className=""
      formClass="export__form stack gap-5"
      submit={exporting.start}
      busy={exporting.preparing}
      disabled={({ columns }) => total === 0 || columns.length === 0}
      initial={INITIAL}
      check={({ reason }) => (asksReason && reason === '' ? { reason: exporting.reasonMissing } : {})}
      send={start}
      cancel={exporting.close}
      stop={{ words: exporting.cancel, press: stop }}
      onClose={onClose}
    >
      {({ values: { columns, format }, choice, set, busy }) => {
        const boxes = (sensitive: boolean) => ({
          choices: columnsThat(sensitive).map(({ name, label }) => [name, label] as const),
          chosen: columns,
          disabled: busy,
          width: 'export__choices',
          onChange: (chosen: readonly ExportName[]) => set({ columns: chosen }),
        });
        return (
          <>
            {count.isError ? (
              <Alert title={failureText(count.error)} />
            ) : (
              <p className={total === undefined ? '' : 'export__count'} role={rows ? undefined : 'status'}>
                {howMany(total, rows !== undefined)}
              </p>
            )}
            {written !== null && (
              <p className="export__progress stack numbers gap-2">
                <progress
                  aria-label={exporting.preparing}
                  max={Math.max(total ?? 0, written, 1)}
                  value={written}
                />
                <span>{exporting.progress(written, total ?? 0)}</span>
              </p>
            )}
            {said && <Alert {...said} />}
            {asksReason && (
              <Choices
                legend={exporting.reason}
                choices={exporting.reasons}
                disabled={busy}
                {...choice('reason')}
              />
            )}
            <div className="export__format stack gap-2">
              <Choices legend={exporting.format} choices={FORMATS} disabled={busy} {...choice('format')} />
              {format === 'csv' && <p className="field__hint">{exporting.csvHint}</p>}
            </div>
            <TickBoxes legend={exporting.columns} {...boxes(false)} />
            <TickBoxes legend={exporting.sensitive} hint={exporting.sensitiveHint} {...boxes(true)} />
            {columns.length === 0 && (
              <p className="field__problem" role="status">
                {exporting.noColumns}
              </p>
            )}
            <p className="notice notice--warning">{exporting.warning}</p>
          </>
        );
      }}
    </FormDialog>
  );
}

function howMany(total: number | undefined, ticked: boolean): string {
  if (total === undefined) return exporting.counting;
  if (total === 0) return exporting.nothing;
  return (ticked ? exporting.countSelected : exporting.count)(total);
}
