import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { exporting } from '../../../content/exporting.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { countEnrolments, type ListedEnrolment } from '../api/enrolments.ts';
import { failureText } from '../api/failure-text.ts';
import { useMay } from '../controls/use-may.ts';
import { type ExportState, useExport } from './use-export.ts';
import type { ExportFormat } from './write-export.ts';
import './export.css';

const NOT_SENSITIVE = EXPORT_COLUMNS.filter(({ sensitive }) => !sensitive).map(({ name }) => name);

type ExportDialogProps = { filter: EnrolmentFilter; rows?: readonly ListedEnrolment[]; onClose: () => void };

/** Exports these rows, or what a filter finds: how many, which columns, which format. Source: docs/ux.md §8.7. */
export function ExportDialog({ filter, rows, onClose }: ExportDialogProps) {
  const formId = useId();
  const [columns, setColumns] = useState<readonly ExportName[]>(NOT_SENSITIVE);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const asksReason = !useMay()('exportar_sem_motivo');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { state, start, stop } = useExport();
  const count = useQuery({
    queryKey: ['enrolments', 'to export', filter],
    queryFn: ({ signal }) => countEnrolments(filter, signal),
    gcTime: 0,
    enabled: !rows,
  });
  const total = rows ? rows.length : count.data?.total;
  const running = state.phase === 'running';
  const nothing = total === 0;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (asksReason && reason === '') return setProblem(exporting.reasonMissing);
    if (columns.length > 0)
      void start({ filter, columns, format, reason: asksReason ? reason : null, ...(rows && { rows }) });
  }

  return (
    <Dialog
      title={exporting.title}
      onClose={onClose}
      footer={
        <>
          {running ? (
            <SecondaryButton onClick={stop}>{exporting.cancel}</SecondaryButton>
          ) : (
            <SecondaryButton onClick={onClose}>{exporting.close}</SecondaryButton>
          )}
          <Button
            type="submit"
            form={formId}
            busyText={running && exporting.preparing}
            disabled={nothing || columns.length === 0}
          >
            {exporting.start}
          </Button>
        </>
      }
    >
      <form className="export__form stack gap-5" id={formId} onSubmit={onSubmit}>
        {count.isError ? (
          <Alert title={failureText(count.error)} />
        ) : (
          <HowMany total={count.data?.total} selected={rows?.length} />
        )}
        <Outcome state={state} total={total ?? 0} />
        {asksReason && (
          <Choices
            name="para-que"
            legend={exporting.reason}
            choices={exporting.reasons}
            chosen={reason}
            problem={problem}
            disabled={running}
            onChange={(code) => {
              setReason(code);
              setProblem('');
            }}
          />
        )}
        <fieldset className="field" disabled={running}>
          <legend className="field__label">{exporting.format}</legend>
          <div className="choices export__choices">
            {(['xlsx', 'csv'] as const).map((kind) => (
              <label className="choice" key={kind}>
                <input type="radio" name="tipo" checked={format === kind} onChange={() => setFormat(kind)} />
                <span className="choice__text">{exporting[kind]}</span>
              </label>
            ))}
          </div>
          {format === 'csv' && <p className="field__hint">{exporting.csvHint}</p>}
        </fieldset>
        <Columns sensitive={false} chosen={columns} disabled={running} onChange={setColumns} />
        <Columns sensitive chosen={columns} disabled={running} onChange={setColumns} />
        {columns.length === 0 && (
          <p className="field__problem" role="status">
            {exporting.noColumns}
          </p>
        )}
        <p className="notice notice--warning">{exporting.warning}</p>
      </form>
    </Dialog>
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

type ColumnsProps = {
  sensitive: boolean;
  chosen: readonly ExportName[];
  disabled: boolean;
  onChange: (columns: readonly ExportName[]) => void;
};

/** Tick-boxes for the sensitive columns, or for the others. */
function Columns({ sensitive, chosen, disabled, onChange }: ColumnsProps) {
  const hint = useId();
  return (
    <fieldset className="field" disabled={disabled} aria-describedby={sensitive ? hint : undefined}>
      <legend className="field__label">{sensitive ? exporting.sensitive : exporting.columns}</legend>
      {sensitive && (
        <p className="field__hint" id={hint}>
          {exporting.sensitiveHint}
        </p>
      )}
      <div className="choices export__choices">
        {EXPORT_COLUMNS.filter((column) => column.sensitive === sensitive).map(({ name, label }) => (
          <label className="choice" key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
              }
            />
            <span className="choice__text">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
