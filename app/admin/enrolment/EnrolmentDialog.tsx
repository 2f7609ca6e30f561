import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { printing } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { printTitle } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type FollowUpSummary, findEnrolments, type ListedEnrolment } from '../api/enrolments.ts';
import { DocumentPanel } from '../document/DocumentPanel.tsx';
import { actionError } from '../parts/action-error.ts';
import { EnrolmentSheet } from '../parts/EnrolmentSheet.tsx';
import { focusTitle } from '../parts/focus-target.ts';
import { Loading } from '../parts/Loading.tsx';
import { MissingEnrolment } from '../parts/MissingEnrolment.tsx';
import { RetentionNotice } from '../parts/RetentionNotice.tsx';
import { SituationBadge } from '../parts/SituationBadge.tsx';
import { discardUnsaved, useUnsaved, useUnsavedValue } from '../parts/unsaved.ts';
import { useMissing } from '../parts/use-missing.ts';
import { PrintedSheet } from '../print/PrintedSheet.tsx';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { usePrintingOfSheets } from '../print/use-printing-of-sheets.ts';
import { EraseButton } from './EraseButton.tsx';
import { Tabs } from './Tabs.tsx';

const FollowUpPanel = lazy(async () => ({
  default: (await import('../follow-up/FollowUpPanel.tsx')).FollowUpPanel,
}));

type Props = {
  enrolment: ListedEnrolment;
  /** The list's filter: previous and next stay inside it. */
  filter: EnrolmentFilter;
  rows: readonly ListedEnrolment[];
  onSelect: (enrolment: ListedEnrolment) => void;
  onDecided: (enrolment: string, known: FollowUpSummary) => void;
  onClose: () => void;
  onErased: () => void;
};

/** One enrolment: its sheet, its follow-up, printing and erasing. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog({ enrolment, filter, rows, onSelect, ...listeners }: Props) {
  const { printedAt, print } = usePrintingOfSheets(printTitle(enrolment.nome_completo), [enrolment]);
  const [problem, setProblem] = useState<{ of: string; text: string | null }>();
  const [recording, setRecording] = useState(false);
  const client = useQueryClient();
  const [tab = 'ficha', setTab] = useUnsavedValue<'ficha' | 'acompanhamento'>('aba');
  const unsaved = useUnsaved(enrolment.id);
  const missing = useMissing(enrolment.id);
  const flags = flagsOf(enrolment);
  const { protocolo } = enrolment;

  /** Updates the badges of the list after a decision; the rows do not move. */
  function onKnown(known: FollowUpSummary) {
    listeners.onDecided(enrolment.id, known);
    client.setQueriesData<{ rows: ListedEnrolment[] }>(
      { queryKey: ['inscricoes', 'pagina'] },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) => (row.id === enrolment.id ? { ...row, ...known } : row)),
        },
    );
    void client.invalidateQueries({ queryKey: ['inscricoes', 'contagem'] });
    void client.invalidateQueries({ queryKey: ['prazos'] }); // a decision starts a retention period
  }

  useEffect(() => {
    if (missing) focusTitle(); // the focused element disappeared
  }, [missing]);

  function onClose() {
    if (missing) discardUnsaved(enrolment.id); // it was shown once
    listeners.onClose();
  }

  async function onPrint() {
    setProblem(undefined);
    setRecording(true);
    const text = await print();
    setRecording(false);
    setProblem({ of: enrolment.id, text });
  }

  function onErased() {
    discardUnsaved(enrolment.id);
    listeners.onErased();
  }

  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        onClose={onClose}
        footer={
          <>
            {problem?.of === enrolment.id && problem.text && (
              <Alert title={printing.failed}>{problem.text}</Alert>
            )}
            {!missing && <PrintOptions />}
            {!missing && <EraseButton enrolment={enrolment} onErased={onErased} />}
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            {!missing && (
              <Button onClick={onPrint} busyText={recording && 'Imprimir Ficha'}>
                Imprimir Ficha
              </Button>
            )}
          </>
        }
      >
        <div className="detail__bar no-print">
          {!missing && (
            <>
              <p className="detail__name">
                <bdi>{enrolment.nome_completo}</bdi>
              </p>
              <p className="detail__facts">
                <SituationBadge situation={enrolment.situacao} />
                {protocolo && <span>{`Protocolo ${writtenProtocol(protocolo)}`}</span>}
              </p>
            </>
          )}
          {!missing && <Neighbours enrolment={enrolment} filter={filter} rows={rows} onSelect={onSelect} />}
        </div>
        {missing ? (
          <MissingEnrolment id={enrolment.id} />
        ) : (
          <Tabs
            chosen={tab}
            onChoose={setTab}
            tabs={{
              ficha: desk.sheet,
              acompanhamento: (
                <>
                  {desk.followUp} {unsaved && <span className="tabs__mark">({desk.unsaved})</span>}
                </>
              ),
            }}
          >
            {tab === 'ficha' ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area
              <section aria-label="Ficha" tabIndex={0}>
                {flags.length > 0 && <p className="notice notice--warning">{`${flags.join(' · ')}.`}</p>}
                <RetentionNotice id={enrolment.id} />
                <DocumentPanel key={enrolment.id} enrolment={enrolment} />
                <EnrolmentSheet enrolment={enrolment} />
              </section>
            ) : (
              <Suspense fallback={<Loading>Carregando…</Loading>}>
                <FollowUpPanel key={enrolment.id} enrolment={enrolment} onDecided={onKnown} />
              </Suspense>
            )}
          </Tabs>
        )}
      </Dialog>
      {printedAt && !missing && <PrintedSheet enrolment={enrolment} printedAt={printedAt} />}
    </>
  );
}

/** Previous and next inside the filter; beyond the loaded page the back end is asked. */
function Neighbours({
  enrolment,
  filter,
  rows,
  onSelect,
}: Pick<Props, 'enrolment' | 'filter' | 'rows' | 'onSelect'>) {
  const [announced, setAnnounced] = useState('');
  const [busy, setBusy] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController>(null);
  const opened = useRef(enrolment.id);

  useEffect(() => {
    if (opened.current === enrolment.id) return;
    opened.current = enrolment.id;
    setAnnounced(String(enrolment.nome_completo ?? ''));
    bar.current?.closest('.dialog__body')?.scrollTo({ top: 0 });
  }, [enrolment]);
  useEffect(() => () => running.current?.abort(), []);

  async function step(direction: 'antes' | 'apos') {
    if (busy) return;
    const at = rows.findIndex(({ id }) => id === enrolment.id);
    const beside = at < 0 ? undefined : rows[at + (direction === 'apos' ? 1 : -1)];
    if (beside) return onSelect(beside);
    setBusy(true);
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      const { rows: found, lost } = await findEnrolments(
        filter,
        { pagina: 2, [direction]: enrolment.id },
        { size: 1, signal },
      );
      if (signal.aborted) return;
      if (lost) setAnnounced(desk.missing);
      else if (found[0]) onSelect(found[0]);
      else setAnnounced(direction === 'apos' ? desk.lastOne : desk.firstOne);
    } catch (error) {
      if (!signal.aborted) setAnnounced(actionError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="neighbours" ref={bar}>
      <p role="status">{announced}</p>
      <Button variant="secondary" onClick={() => step('antes')}>
        ‹ Anterior
      </Button>
      <Button variant="secondary" onClick={() => step('apos')}>
        Próxima ›
      </Button>
    </div>
  );
}
