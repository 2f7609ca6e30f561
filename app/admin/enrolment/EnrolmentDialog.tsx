import { lazy, Suspense } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { isMinor, nameOf } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { useUnsaved } from '../controls/unsaved.ts';
import { MissingEnrolment } from '../sheet/MissingEnrolment.tsx';
import { SituationBadge } from '../sheet/SituationBadge.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { EnrolmentViews } from './EnrolmentViews.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { LinksDialog, MessagesDialog } from './follow-up/FamilyCalls.tsx';
import { type DialogProps, type Shell, useShell } from './use-shell.ts';
import './enrolment-dialog.css';

/** The dialogs above an enrolment; those that hold parts of the family's form are fetched when they are opened. */
const INNER = {
  correct: lazy(async () => ({ default: (await import('./answers/CorrectDialog.tsx')).CorrectDialog })),
  attach: lazy(async () => ({ default: (await import('./answers/AttachDialog.tsx')).AttachDialog })),
  erase: EraseDialog,
  'erase on request': EraseDialog,
  messages: MessagesDialog,
  links: LinksDialog,
};

/** One enrolment: evidence and decision together. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog(props: DialogProps) {
  const shell = useShell(props);
  const { missing, opened, printing } = shell;
  const { enrolment, screen, show } = opened;
  const Inner = screen.inner && INNER[screen.inner];
  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        className="dialog--enrolment"
        onClose={shell.close}
        onEscape={opened.closeInnermost}
        head={<DialogHead {...shell} />}
        footer={<DialogFoot {...shell} />}
      >
        {missing ? (
          <MissingEnrolment id={enrolment.id} />
        ) : (
          <>
            <EnrolmentViews {...shell} />
            {/* beside the views, so that it stays mounted when they are rearranged */}
            <Suspense key={enrolment.id} fallback={null}>
              {Inner && (
                <Inner opened={opened} onErased={shell.erased} onClose={() => show({ inner: null })} />
              )}
            </Suspense>
          </>
        )}
      </Dialog>
      {!missing && printing.paper}
    </>
  );
}

/** Whose enrolment this is, what to look at, and the way to the ones beside it. Source: docs/ux.md §8.1. */
function DialogHead({ opened, missing, neighbours, step, close }: Shell) {
  return (
    <>
      {!missing && <Facts enrolment={opened.enrolment} onCompare={opened.compare} />}
      <div className="line small unbroken numbers no-print">
        {!missing && (
          <>
            <Way label={words.previous} sign="‹" onClick={() => step('before')} />
            {neighbours.at !== null && <span>{words.position(neighbours.at, neighbours.total)}</span>}
            <Way label={words.next} sign="›" onClick={() => step('after')} />
          </>
        )}
        <button
          type="button"
          className="icon-button detail__way detail__way--close"
          aria-label={words.closeDetails}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </>
  );
}

function Way({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="icon-button detail__way"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

/** The name is spoken when it changes; every warning of the list is said here too. */
function Facts({ enrolment, onCompare }: { enrolment: ListedEnrolment; onCompare: () => void }) {
  const unsaved = useUnsaved(enrolment.id);
  const { protocol, mayBeRepeated, repeatedOf, className, firstDay } = enrolment;
  const lesson = [className, firstDay && words.from(writtenDay(firstDay))].filter(Boolean);
  const looks = [
    ...flagsOf(enrolment),
    enrolment.hasRequest && desk.familyAsks,
    enrolment.hasNewGuardian && isMinor(enrolment) && desk.newGuardian,
    enrolment.hasNewDocument && desk.newDocument,
  ].filter(Boolean);
  return (
    <div className="detail__facts row small may-shrink no-print">
      <p className="detail__name bold break" role="status">
        <bdi>{nameOf(enrolment)}</bdi>
      </p>
      <SituationBadge situation={enrolment.situation} />
      {lesson.length > 0 && <span>{lesson.join(', ')}</span>}
      {protocol && (
        <span>
          <span className="vh">Protocolo </span>
          {writtenProtocol(protocol)}
        </span>
      )}
      {looks.map((look) => (
        <span className="badge badge--look" key={String(look)}>
          {look}
        </span>
      ))}
      {(mayBeRepeated || repeatedOf) && (
        <button type="button" className="badge badge--look detail__compare" onClick={onCompare}>
          {repeatedOf ? words.repeatedWarning : words.compareWarning}
        </button>
      )}
      {unsaved && <span className="badge badge--look">{desk.unsaved}</span>}
    </div>
  );
}
