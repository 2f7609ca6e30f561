import { lazy, Suspense, useEffect, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { printing as printingWords } from '../../../content/print-export.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { storedDocument } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { summaryOf } from '../api/follow-up.ts';
import type { FollowUpSummary } from '../api/follow-up-shape.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { discardUnsaved } from '../controls/unsaved.ts';
import { PrintedSheet } from '../print/PrintedSheet.tsx';
import { MissingEnrolment } from '../sheet/MissingEnrolment.tsx';
import { useMissing } from '../sheet/use-missing.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { useSuggestion } from './decision/use-suggestion.ts';
import { EnrolmentViews } from './EnrolmentViews.tsx';
import { useOpenEnrolment } from './state/use-open-enrolment.ts';
import { type RowNumbers, useNeighbours } from './use-neighbours.ts';
import { usePrintButton } from './use-print-button.ts';
import { useViews } from './use-views.ts';
import './enrolment-dialog.css';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog.tsx')).EraseDialog }));

type Props = {
  enrolment: ListedEnrolment;
  /** The list's filter: previous and next stay inside it. */
  filter: EnrolmentFilter;
  rows: readonly ListedEnrolment[];
  numbers: RowNumbers;
  onSelect: (enrolment: ListedEnrolment) => void;
  onFollowUpChange: (enrolment: string, known: FollowUpSummary) => void;
  onClose: () => void;
  onErased: () => void;
};

/** One enrolment: evidence and decision together. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog({ enrolment, filter, rows, numbers, onSelect, ...listeners }: Props) {
  const { id } = enrolment;
  const missing = useMissing(id);
  const [erasing, setErasing] = useState<'by hand' | 'on request' | null>(null);
  const views = useViews({ ...enrolment, cadastroUnico: storedDocument(enrolment) });
  const neighbours = useNeighbours({ enrolment, filter, rows, numbers, onSelect });
  const opened = useOpenEnrolment({
    enrolment,
    goOn: () => neighbours.step('after'),
    onSelect,
    onFollowUpChange: listeners.onFollowUpChange,
  });
  const known = opened.followUp.data;
  const shown = known ? { ...enrolment, ...summaryOf(known) } : enrolment;
  const suggestion = useSuggestion(shown);
  const printing = usePrintButton(shown);

  useEffect(() => {
    if (missing) focusTitle(); // the focused element disappeared
  }, [missing]);

  function onClose() {
    if (missing) discardUnsaved(id); // it was shown once
    listeners.onClose();
  }

  function step(direction: 'before' | 'after') {
    opened.say('');
    void neighbours.step(direction);
  }

  function compare() {
    views.show('followUp');
    opened.show({ comparing: opened.screen.comparing + 1 });
  }

  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        className="dialog--enrolment"
        onClose={onClose}
        onEscape={opened.closeInnermost}
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
            <div className="decision stack gap-2">
              {printing.problem && <Alert title={printingWords.failed}>{printing.problem}</Alert>}
              <SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>
            </div>
          ) : (
            <DialogFoot
              enrolment={shown}
              opened={opened}
              suggestion={suggestion}
              neighbours={neighbours}
              printing={printing}
              onNext={() => step('after')}
              onCompare={compare}
              onClose={onClose}
              onErase={() => setErasing('by hand')}
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
            opened={opened}
            onCompare={compare}
            onErase={() => setErasing('on request')}
          />
        )}
        {erasing && !missing && (
          <Suspense fallback={null}>
            <EraseDialog
              enrolment={enrolment}
              isRequested={erasing === 'on request'}
              onErased={() => {
                discardUnsaved(id);
                listeners.onErased();
              }}
              onClose={() => setErasing(null)}
            />
          </Suspense>
        )}
      </Dialog>
      {printing.printedAt && !missing && <PrintedSheet enrolment={shown} printedAt={printing.printedAt} />}
    </>
  );
}
