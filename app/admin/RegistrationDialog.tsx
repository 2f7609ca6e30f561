import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { desk } from '../../content/desk.ts';
import { printing } from '../../content/hand-over.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import type { RegistrationFilter } from '../../domain/registration-filter.ts';
import { flagsOf } from '../../domain/registration-flags.ts';
import { printTitle } from '../../domain/sheet.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { backToTitle } from './arrive-at.ts';
import { DocumentPanel } from './DocumentPanel.tsx';
import { deedFailed } from './deed-failed.ts';
import { EraseButton } from './EraseButton.tsx';
import { findRegistrations, type Known, type ListedRegistration } from './find-registrations.ts';
import { Gone } from './Gone.tsx';
import { KeepingNotice } from './keeping.tsx';
import { forgetTyped, useKept, useUnsaved } from './kept.ts';
import { Loading } from './Loading.tsx';
import { PrintedSheet } from './PrintedSheet.tsx';
import { PrintOptions } from './PrintOptions.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { SituationBadge } from './SituationBadge.tsx';
import { Tabs } from './Tabs.tsx';
import { useGone } from './use-gone.ts';
import { usePrintingOfSheets } from './use-printing-of-sheets.ts';

const FollowUpPanel = lazy(async () => ({ default: (await import('./FollowUpPanel.tsx')).FollowUpPanel }));

type Props = {
  registration: ListedRegistration;
  /** What the list shows: previous and next stay inside it. */
  filter: RegistrationFilter;
  rows: readonly ListedRegistration[];
  onSelect: (registration: ListedRegistration) => void;
  onDecided: (registration: string, known: Known) => void;
  onClose: () => void;
  onErased: () => void;
};

/** One registration to read, to decide about and to print. Source: SPEC §2; ux.md §8.1. */
export function RegistrationDialog({ registration, filter, rows, onSelect, ...heard }: Props) {
  const { printedAt, print } = usePrintingOfSheets(printTitle(registration.nome_completo), [registration]);
  const [problem, setProblem] = useState<{ of: string; text: string | null }>();
  const [noting, setNoting] = useState(false);
  const client = useQueryClient();
  const [tab = 'ficha', setTab] = useKept<'ficha' | 'acompanhamento'>('aba');
  const unsaved = useUnsaved(registration.id);
  const gone = useGone(registration.id);
  const flags = flagsOf(registration);
  const { protocolo } = registration;

  /** The badges follow what was decided; the rows stay where they are. */
  function onKnown(known: Known) {
    heard.onDecided(registration.id, known);
    client.setQueriesData<{ rows: ListedRegistration[] }>(
      { queryKey: ['inscricoes', 'pagina'] },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) => (row.id === registration.id ? { ...row, ...known } : row)),
        },
    );
    void client.invalidateQueries({ queryKey: ['inscricoes', 'contagem'] });
    void client.invalidateQueries({ queryKey: ['prazos'] }); // a decision begins a time
  }

  useEffect(() => {
    if (gone) backToTitle(); // what had the focus went with it
  }, [gone]);

  function onClose() {
    if (gone) forgetTyped(registration.id); // it has been shown, and goes with them
    heard.onClose();
  }

  async function onPrint() {
    setProblem(undefined);
    setNoting(true);
    const text = await print();
    setNoting(false);
    setProblem({ of: registration.id, text });
  }

  function onErased() {
    forgetTyped(registration.id);
    heard.onErased();
  }

  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        onClose={onClose}
        footer={
          <>
            {problem?.of === registration.id && problem.text && (
              <Alert title={printing.failed}>{problem.text}</Alert>
            )}
            {!gone && <PrintOptions />}
            {!gone && <EraseButton registration={registration} onErased={onErased} />}
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            {!gone && (
              <Button onClick={onPrint} busyText={noting && 'Imprimir Ficha'}>
                Imprimir Ficha
              </Button>
            )}
          </>
        }
      >
        <div className="detail__bar no-print">
          {!gone && (
            <>
              <p className="detail__name">
                <bdi>{registration.nome_completo}</bdi>
              </p>
              <p className="detail__facts">
                <SituationBadge situation={registration.situacao} />
                {protocolo && <span>{`Protocolo ${writtenProtocol(protocolo)}`}</span>}
              </p>
            </>
          )}
          {!gone && (
            <Neighbours registration={registration} filter={filter} rows={rows} onSelect={onSelect} />
          )}
        </div>
        {gone ? (
          <Gone id={registration.id} />
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
                <KeepingNotice id={registration.id} />
                <DocumentPanel key={registration.id} registration={registration} />
                <RegistrationSheet registration={registration} />
              </section>
            ) : (
              <Suspense fallback={<Loading>Carregando…</Loading>}>
                <FollowUpPanel key={registration.id} registration={registration} onDecided={onKnown} />
              </Suspense>
            )}
          </Tabs>
        )}
      </Dialog>
      {printedAt && !gone && <PrintedSheet registration={registration} printedAt={printedAt} />}
    </>
  );
}

/** Previous and next inside the filter; beyond the page that is loaded, the back end is asked. */
function Neighbours({
  registration,
  filter,
  rows,
  onSelect,
}: Pick<Props, 'registration' | 'filter' | 'rows' | 'onSelect'>) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const looking = useRef<AbortController>(null);
  const opened = useRef(registration.id);

  useEffect(() => {
    if (opened.current === registration.id) return;
    opened.current = registration.id;
    setSaid(String(registration.nome_completo ?? ''));
    bar.current?.closest('.dialog__body')?.scrollTo({ top: 0 });
  }, [registration]);
  useEffect(() => () => looking.current?.abort(), []);

  async function step(towards: 'antes' | 'apos') {
    if (busy) return;
    const at = rows.findIndex(({ id }) => id === registration.id);
    const beside = at < 0 ? undefined : rows[at + (towards === 'apos' ? 1 : -1)];
    if (beside) return onSelect(beside);
    setBusy(true);
    looking.current = new AbortController();
    const { signal } = looking.current;
    try {
      const { rows: found, lost } = await findRegistrations(
        filter,
        { pagina: 2, [towards]: registration.id },
        { size: 1, signal },
      );
      if (signal.aborted) return;
      if (lost) setSaid(desk.gone);
      else if (found[0]) onSelect(found[0]);
      else setSaid(towards === 'apos' ? desk.lastOne : desk.firstOne);
    } catch (error) {
      if (!signal.aborted) setSaid(deedFailed(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="neighbours" ref={bar}>
      <p role="status">{said}</p>
      <Button variant="secondary" onClick={() => step('antes')}>
        ‹ Anterior
      </Button>
      <Button variant="secondary" onClick={() => step('apos')}>
        Próxima ›
      </Button>
    </div>
  );
}
