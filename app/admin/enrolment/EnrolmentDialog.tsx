import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../../../content/desk.ts';
import { printing as printingWords } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import type { Situation } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { type FollowUp, type FollowUpSummary, summaryOf } from '../api/follow-up.ts';
import { useDecision } from '../follow-up/use-decision.ts';
import { useFollowUp } from '../follow-up/use-follow-up.ts';
import { useStateOf } from '../follow-up/use-state-of.ts';
import { useUndo } from '../follow-up/use-undo.ts';
import { useDeskKeys } from '../parts/desk-keys.ts';
import { focusTitle } from '../parts/focus-target.ts';
import { MissingEnrolment } from '../parts/MissingEnrolment.tsx';
import { discardUnsaved } from '../parts/unsaved.ts';
import { useMissing } from '../parts/use-missing.ts';
import { PrintedSheet } from '../print/PrintedSheet.tsx';
import { asksFirst, DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { EnrolmentViews } from './EnrolmentViews.tsx';
import { type RowNumbers, useNeighbours } from './use-neighbours.ts';
import { usePrintButton } from './use-print-button.ts';
import { useViews } from './use-views.ts';
import './enrolment-dialog.css';

type Props = {
  enrolment: ListedEnrolment;
  /** The list's filter: previous and next stay inside it. */
  filter: EnrolmentFilter;
  rows: readonly ListedEnrolment[];
  numbers: RowNumbers;
  onSelect: (enrolment: ListedEnrolment) => void;
  onDecided: (enrolment: string, known: FollowUpSummary) => void;
  onClose: () => void;
  onErased: () => void;
};

/** One enrolment: evidence and decision together. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog({ enrolment, filter, rows, numbers, onSelect, ...listeners }: Props) {
  const { id } = enrolment;
  const client = useQueryClient();
  const missing = useMissing(id);
  const printing = usePrintButton(enrolment);
  const views = useViews(enrolment);
  const [more, setMore] = useStateOf(id, false);
  const [comparing, setComparing] = useStateOf(id, 0);
  const followUp = useFollowUp(id, onKnown);
  const neighbours = useNeighbours({ enrolment, filter, rows, numbers, onSelect });
  const undo = useUndo((about, now) => {
    if (!now) return void client.invalidateQueries({ queryKey: ['enrolments'] });
    onKnown(about.id, now);
    onSelect({ ...about, ...summaryOf(now) }); // whoever undoes wants to decide otherwise
  });
  const decision = useDecision({
    enrolment,
    followUp,
    goOn: () => neighbours.step('after'),
    onDecided: (now) => undo.offer({ ...enrolment, ...summaryOf(now) }, now),
  });
  const known = followUp.state.data;
  const shown = known ? { ...enrolment, ...summaryOf(known) } : enrolment;
  const { offer } = undo;

  /** Updates the badges of the list after a decision; the rows do not move. */
  function onKnown(about: string, now: FollowUp) {
    const summary = summaryOf(now);
    listeners.onDecided(about, summary);
    client.setQueriesData<{ rows: ListedEnrolment[] }>(
      { queryKey: ['enrolments', 'page'] },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) => (row.id === about ? { ...row, ...summary } : row)),
        },
    );
    void client.invalidateQueries({ queryKey: ['enrolments', 'count'] });
    void client.invalidateQueries({ queryKey: ['retention dates'] }); // a decision starts a retention period
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read or decided is offered once
  useEffect(() => {
    if (known) offer({ ...enrolment, ...summaryOf(known) }, known);
  }, [known]);
  useEffect(() => {
    if (missing) focusTitle(); // the focused element disappeared
  }, [missing]);

  function onClose() {
    if (missing) discardUnsaved(id); // it was shown once
    listeners.onClose();
  }

  function step(direction: 'before' | 'after') {
    decision.say('');
    undo.forget();
    void neighbours.step(direction);
  }

  function choose(situation: Situation) {
    undo.forget();
    const changesClass = situation === 'aprovada' && known?.situation === 'aprovada';
    if (asksFirst(situation) || changesClass) return void decision.ask(situation);
    void decision.decide(situation, {}, situation === 'aprovada' ? 'next' : 'stay');
  }

  function compare() {
    views.show('followUp');
    setComparing(comparing + 1);
  }

  useDeskKeys(
    whenOnTop({
      a: () => choose('aprovada'),
      f: () => choose('falta-documento'),
      e: () => known?.situation !== 'lista-de-espera' && choose('lista-de-espera'),
      n: () => step('after'),
      p: () => step('before'),
      d: () => views.onDocumentKey(),
      l: () => views.wide && views.setBeside(!views.beside),
    }),
    !missing,
  );

  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        className="dialog--enrolment"
        onClose={onClose}
        head={
          <DialogHead
            enrolment={shown}
            missing={missing}
            neighbours={neighbours}
            onStep={step}
            onCompare={compare}
            onClose={onClose}
          />
        }
        footer={
          missing ? (
            <div className="decision">
              {printing.problem && <Alert title={printingWords.failed}>{printing.problem}</Alert>}
              <Button variant="secondary" onClick={onClose}>
                {desk.close}
              </Button>
            </div>
          ) : (
            <DialogFoot
              enrolment={enrolment}
              followUp={followUp}
              decision={decision}
              undo={undo}
              neighbours={neighbours}
              printing={printing}
              more={more}
              onMore={setMore}
              onChoose={choose}
              onClass={() => void decision.ask('aprovada')}
              onNext={() => step('after')}
              onCompare={compare}
              onClose={onClose}
              onErased={() => {
                discardUnsaved(id);
                listeners.onErased();
              }}
            />
          )
        }
      >
        {missing ? (
          <MissingEnrolment id={id} />
        ) : (
          <EnrolmentViews
            enrolment={shown}
            views={views}
            followUp={followUp}
            comparing={comparing}
            onCompare={compare}
          />
        )}
      </Dialog>
      {printing.printedAt && !missing && <PrintedSheet enrolment={shown} printedAt={printing.printedAt} />}
    </>
  );
}

/** Keys are of the top dialog: while one is asked whether to erase, they decide nothing. */
function whenOnTop(handlers: Record<string, () => unknown>): Record<string, () => void> {
  const guarded = Object.entries(handlers).map(([key, act]) => [
    key,
    () => {
      const dialogs = document.querySelectorAll('dialog[open]');
      if (dialogs[dialogs.length - 1]?.matches('.dialog--enrolment')) act();
    },
  ]);
  return Object.fromEntries(guarded) as Record<string, () => void>;
}
