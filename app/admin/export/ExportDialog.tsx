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
import { type ExportState, useExport } from './use-export.ts';
import type { ExportFormat } from './write-export.ts';
import './export.css';

type Wanted = {
  reason: keyof typeof exporting.reasons | '';
  format: ExportFormat;
  columns: readonly ExportName[];
};

const FORMATS = { xlsx: exporting.xlsx, csv: exporting.csv };
const columnsThat = (are: boolean) => EXPORT_COLUMNS.filter(({ sensitive }) => sensitive === are);

/** What is chosen at first. */
const INITIAL: Wanted = { reason: '', format: 'xlsx', columns: columnsThat(false).map(({ name }) => name) };

type ExportDialogProps = { filter: EnrolmentFilter; rows?: readonly ListedEnrolment[]; onClose: () => void };

/** Exports these rows, or what a filter finds: how many, which columns, which format. Source: docs/ux.md §8.7. */
export function ExportDialog({ filter, rows, onClose }: ExportDialogProps) {
  const asksReason = !useMay()('exportar_sem_motivo');
  const { state, start, stop } = useExport();
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
      send={({ reason, ...wanted }) =>
        start({ filter, ...wanted, reason: asksReason ? reason : null, ...(rows && { rows }) })
      }
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
              <HowMany total={count.data?.total} selected={rows?.length} />
            )}
            <Outcome state={state} total={total ?? 0} />
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

function HowMany({ total, selected }: { total: number | undefined; selected: number | undefined }) {
  if (selected) return <p className="export__count">{exporting.countSelected(selected)}</p>;
  if (total === undefined) return <p role="status">{exporting.counting}</p>;
  return (
    <p className="export__count" role="status">
      {total === 0 ? exporting.nothing : exporting.count(total)}
    </p>
  );
}

function Outcome({ state, total }: { state: ExportState; total: number }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'running':
      return (
        <p className="export__progress stack numbers gap-2">
          <progress
            aria-label={exporting.preparing}
            max={Math.max(total, state.rows, 1)}
            value={state.rows}
          />
          <span>{exporting.progress(state.rows, total)}</span>
        </p>
      );
    case 'done':
      return <Alert tone="success" title={exporting.done(state.name, state.rows)} />;
    case 'failed':
      return <Alert title={exporting.failed}>{state.text}</Alert>;
    default:
      return <Alert tone="info" title={state.phase === 'empty' ? exporting.nothing : exporting.cancelled} />;
  }
}
