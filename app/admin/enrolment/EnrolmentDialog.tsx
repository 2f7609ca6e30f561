import { Suspense, useEffect, useState } from 'react';
import { leaving } from '../../../content/attendance.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { printing } from '../../../content/print-export.ts';
import { requests } from '../../../content/requests.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { LEFT_BECAUSE } from '../../../domain/desk/attendance.ts';
import { FILTERS } from '../../../domain/desk/filter.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { Request } from '../api/follow-up.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { later } from '../controls/later.ts';
import { discardUnsaved, useUnsaved } from '../controls/unsaved.ts';
import { type PrintOptions, useSheet } from '../print/use-sheet.tsx';
import { SituationBadge } from '../sheet/SituationBadge.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { EnrolmentViews } from './EnrolmentViews.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { LinksDialog, MessagesDialog } from './follow-up/FamilyDialogs.tsx';
import { showRequests } from './follow-up/Requests.tsx';
import { useOpenEnrolment } from './state/use-open-enrolment.ts';
import './enrolment-dialog.css';

/** The dialogs above an enrolment; those that hold parts of the family's form are fetched when they are opened. */
const INNER = {
  decide: DecisionForm,
  correct: later(() => import('./answers/CorrectDialog.tsx'), 'CorrectDialog'),
  attach: later(() => import('./answers/AttachDialog.tsx'), 'AttachDialog'),
  erase: EraseDialog,
  'erase on request': EraseDialog,
  messages: MessagesDialog,
  absences: MessagesDialog,
  renewal: MessagesDialog,
  links: LinksDialog,
  'new link': MessagesDialog,
};

type Props = {
  enrolment: ListedEnrolment;
  /** The page of the list behind it: previous and next stay inside that. */
  rows: readonly ListedEnrolment[];
  onSelect: (enrolment: ListedEnrolment) => void;
  onClose: () => void;
  onErased: () => void;
};

/** One enrolment: evidence and decision together. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog({ enrolment: listed, rows, onSelect, onClose, onErased }: Props) {
  const { id } = listed;
  const [walk, setWalk] = useState(rows); // as it was when this was opened: who is decided leaves the list, not this
  const opened = useOpenEnrolment(listed);
  const { enrolment, screen, show } = opened;
  const { print, paper, busy } = useSheet(enrolment);
  const Inner = screen.inner && INNER[screen.inner];
  const at = walk.findIndex((row) => row.id === id);
  const beside = (step: 1 | -1) => {
    const row = at < 0 ? undefined : walk[at + step];
    return row && (() => onSelect(row));
  };
  if (walk.length === 0 && rows.length > 0) setWalk(rows);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of these what was focused may have disappeared
  useEffect(() => {
    if (!opened.busy) focusTitle(); // a button that waited takes the focus again by itself
  }, [id, Inner, enrolment.situation, screen.message, opened.busy]);

  async function printSheet(how: PrintOptions = {}) {
    show({ said: null });
    const why = await print(how);
    show({ said: why ? { title: `${printing.failed} ${why}` } : null });
  }

  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        className="dialog--enrolment"
        onClose={onClose}
        head={
          <>
            <div className="detail__tools row no-print">
              {at >= 0 && <Position words={words.position(at + 1, walk.length)} beside={beside} />}
              <SecondaryButton busyText={busy && 'Imprimir Ficha'} onClick={() => printSheet()}>
                Imprimir Ficha
              </SecondaryButton>
              <SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>
            </div>
            <Facts enrolment={enrolment} asked={opened.followed?.state.requests ?? []} />
          </>
        }
        footer={<DialogFoot opened={opened} onNext={beside(1)} onPrint={busy ? null : printSheet} />}
      >
        <EnrolmentViews opened={opened} onSelect={onSelect} />
        <Suspense key={id} fallback={null}>
          {Inner && (
            <Inner
              opened={opened}
              onErased={() => {
                discardUnsaved(id);
                onErased();
              }}
              onClose={() => show({ inner: null })}
            />
          )}
        </Suspense>
      </Dialog>
      {paper}
    </>
  );
}

type PositionProps = { words: string; beside: (step: 1 | -1) => (() => void) | undefined };

/** Which one of the page it is, and the ways to the ones beside it. */
function Position({ words: position, beside }: PositionProps) {
  const way = (step: 1 | -1, label: string, sign: string) => (
    <button
      type="button"
      className="icon-button detail__way"
      aria-label={label}
      title={label}
      aria-disabled={!beside(step)}
      onClick={beside(step)}
    >
      {sign}
    </button>
  );
  return (
    <div className="line small unbroken numbers">
      {way(-1, words.previous, '‹')}
      <span>{position}</span>
      {way(1, words.next, '›')}
    </div>
  );
}

/** Who it is, and what stands; the name is spoken when it changes. What the family `asked` leads there, once it is known. */
function Facts({ enrolment, asked }: { enrolment: ListedEnrolment; asked: readonly Request[] }) {
  const unsaved = useUnsaved(enrolment.id);
  const { protocol, className, firstDay, leftOn, leftBecause } = enrolment;
  const left = leftOn && leaving.since(writtenDay(leftOn), leftBecause ? LEFT_BECAUSE[leftBecause] : '');
  const lesson = [className, firstDay && words.from(writtenDay(firstDay)), left].filter(Boolean);
  const looks = [
    ...flagsOf(enrolment).filter((flag) => flag !== flags.guardian), // which the strip says
    enrolment.repeatedOf ? desk.isRepeated : enrolment.mayBeRepeated && desk.isItRepeated,
    enrolment.hasRequest && asked.length === 0 && desk.familyAsks,
    enrolment.hasNewDocument && desk.newDocument,
    enrolment.isAbsent && FILTERS.absent.label,
    unsaved && desk.unsaved,
  ].filter(Boolean);
  return (
    <div className="detail__facts full-row row gap-2 no-row-gap small may-shrink no-print">
      <p className="detail__name bold" role="status">
        <bdi>{nameOf(enrolment)}</bdi>
      </p>
      <SituationBadge {...enrolment} />
      {lesson.length > 0 && <span>{lesson.join(', ')}</span>}
      {protocol && (
        <span>
          <span className="vh">Protocolo </span>
          {writtenProtocol(protocol)}
        </span>
      )}
      {asked.length > 0 && (
        <button type="button" className="detail__asked badge badge--look" onClick={showRequests}>
          {requests.open(requests.inShort(asked))}
        </button>
      )}
      {looks.map((look) => (
        <span className="badge badge--look" key={String(look)}>
          {look}
        </span>
      ))}
    </div>
  );
}
